import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Invalid } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { pictureMessages } from "../picture.ts";
import { exitCodes } from "./encoder-exit-codes.ts";
import type { SpooledForm } from "./spool-to-temp-file.server.ts";

/** A process that runs longer is killed. */
const timeoutMs = 15_000;
/** Characters of its error output that are logged. */
const maxStderrLength = 2000;

const messages = new Map<number | null, string>([
  [exitCodes.unusable, pictureMessages.notAnImage],
  [exitCodes.tooLarge, pictureMessages.tooLarge],
  [exitCodes.unreadable, pictureMessages.failed],
]);

/**
 * Takes the picture out of a form and runs `encodePicture` in a process of its own, which limits what a hostile form or
 * file can cost (memory, time, a crash). Throws `Invalid` for field `image` when there is no usable picture, and when the
 * process fails or times out.
 */
export async function runEncoder(form: SpooledForm): Promise<{ large: Uint8Array; small: Uint8Array }> {
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./encode-picture-process.${ending}`, import.meta.url));
  // Without the environment, which holds secrets.
  const child = spawn(process.execPath, [program, form.contentType], {
    stdio: [form.file.fd, "pipe", "pipe"],
    env: {},
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (stderr.length < maxStderrLength) stderr += chunk.toString("utf8");
  });
  const [code, signal] = await once(child, "close");
  const refusal = messages.get(code);
  if (refusal !== undefined) throw new Invalid({ image: [refusal] });
  const answer = Buffer.concat(chunks);
  if (code !== 0 || answer.length < 4) {
    // A file can be the cause; so can a library that is missing on this machine.
    logger.warn({ code, signal, stderr: stderr.slice(0, maxStderrLength) }, "a picture was not encoded");
    throw new Invalid({ image: [pictureMessages.failed] });
  }
  const end = 4 + answer.readUInt32BE(0);
  return { large: answer.subarray(4, end), small: answer.subarray(end) };
}
