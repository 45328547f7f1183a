import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { logger } from "#app/logger.server.ts";
import { Invalid } from "../domain-error.ts";
import { exitCodes } from "./encoder-protocol.ts";
import { pictureKind } from "./picture-kind.ts";
import { pictureMessages } from "./picture-messages.ts";

/** A process that takes longer is killed. */
const patienceMs = 15_000;
/** Characters of its error output that are logged. */
const longestComplaint = 2000;

/**
 * Runs `encodePicture` in a process of its own: what a hostile file does to a decoder (memory, time, a crash) ends
 * with that process. Throws `Invalid` for field `image` when the file is no usable picture, and when the process came
 * to no good end.
 */
export async function runEncoder(file: Uint8Array): Promise<{ large: Uint8Array; small: Uint8Array }> {
  if (pictureKind(file) === null) throw new Invalid({ image: [pictureMessages.notAnImage] });
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./encode-picture-process.${ending}`, import.meta.url));
  // Without the environment, which holds secrets.
  const child = spawn(process.execPath, [program], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {},
    timeout: patienceMs,
    killSignal: "SIGKILL",
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    if (complaint.length < longestComplaint) complaint += chunk.toString("utf8");
  });
  // It may have refused the file before it was written to the end.
  child.stdin.on("error", () => {});
  child.stdin.end(file);
  const [code, signal] = await once(child, "close");
  if (code === exitCodes.unusable) throw new Invalid({ image: [pictureMessages.notAnImage] });
  const answer = Buffer.concat(chunks);
  if (code !== 0 || answer.length < 4) {
    // A file can be the cause; so can a library that is missing on this machine.
    logger.warn(
      { code, signal, complaint: complaint.slice(0, longestComplaint) },
      "a picture was not encoded",
    );
    throw new Invalid({ image: [pictureMessages.failed] });
  }
  const end = 4 + answer.readUInt32BE(0);
  return { large: answer.subarray(4, end), small: answer.subarray(end) };
}
