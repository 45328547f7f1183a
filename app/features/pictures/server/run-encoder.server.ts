import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Invalid } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { exitCodes } from "../encoder-protocol.ts";
import { pictureMessages } from "../picture-messages.ts";
import type { SentForm } from "../sent-form.ts";

/** A process that takes longer is killed. */
const patienceMs = 15_000;
/** Characters of its error output that are logged. */
const longestComplaint = 2000;

const refusals = new Map<number | null, string>([
  [exitCodes.unusable, pictureMessages.notAnImage],
  [exitCodes.tooLarge, pictureMessages.tooLarge],
  [exitCodes.unreadable, pictureMessages.failed],
]);

/**
 * Takes the picture out of a form and runs `encodePicture` in a process of its own: what a hostile form or file costs
 * (memory, time, a crash) ends with that process. Throws `Invalid` for field `image` when there is no usable picture,
 * and when the process came to no good end.
 */
export async function runEncoder(form: SentForm): Promise<{ large: Uint8Array; small: Uint8Array }> {
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./encode-picture-process.${ending}`, import.meta.url));
  // Without the environment, which holds secrets.
  const child = spawn(process.execPath, [program, form.contentType], {
    stdio: [form.file.fd, "pipe", "pipe"],
    env: {},
    timeout: patienceMs,
    killSignal: "SIGKILL",
  });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (complaint.length < longestComplaint) complaint += chunk.toString("utf8");
  });
  const [code, signal] = await once(child, "close");
  const refusal = refusals.get(code);
  if (refusal !== undefined) throw new Invalid({ image: [refusal] });
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
