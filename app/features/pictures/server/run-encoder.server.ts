import pLimit from "p-limit";
import { Invalid, LimitReached } from "#app/features/domain-error.ts";
import { entryUrl } from "#app/lib/entry-url.ts";
import { limitPerMember } from "#app/lib/limit-per-member.ts";
import { startLimitedProcess } from "#app/lib/limited-process.ts";
import { logger } from "#app/logger.server.ts";
import { pictureMessages } from "../picture.ts";
import { exitCodes } from "./encoder-exit-codes.ts";
import type { SpooledForm } from "./spool-to-temp-file.server.ts";

/** A process that runs longer is killed: far above what its processor time takes on a busy machine, where a good photo waits. */
const timeoutMs = 60_000;

const messages = new Map<number | null, string>([
  [exitCodes.unusable, pictureMessages.notAnImage],
  [exitCodes.tooLarge, pictureMessages.tooLarge],
  [exitCodes.unreadable, pictureMessages.failed],
]);

/** A process of its own: a hostile form or file can cost memory, time or a crash. Throws `Invalid` for `image`. */
export async function runEncoder(form: SpooledForm): Promise<{ large: Uint8Array; small: Uint8Array }> {
  const { child, ended } = startLimitedProcess({
    entry: entryUrl("encode-picture-process", import.meta.url),
    args: [form.contentType],
    stdio: [form.file.fd, "pipe", "pipe"],
    timeoutMs,
  });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const end = await ended;
  const refusal = messages.get(end.code);
  if (refusal !== undefined) throw new Invalid({ image: [refusal] });
  const answer = Buffer.concat(chunks);
  if (end.code !== 0 || answer.length < 4) {
    // The file can be the cause; so can a library that is missing on this machine.
    logger.warn(end, "a picture was not encoded");
    throw new Invalid({ image: [pictureMessages.failed] });
  }
  const split = 4 + answer.readUInt32BE(0);
  return { large: answer.subarray(4, split), small: answer.subarray(split) };
}

/** In this process; more may wait. */
const concurrentEncodings = 2;
const maxWaiting = 20;
/** One, and a second try while the first hangs, or the second post of a double click. */
const maxUploadsPerMember = 2;
const retryAfterS = 10;

const limitEncodings = pLimit(concurrentEncodings);

const refusal = () =>
  new LimitReached("画像を処理しています。しばらくしてから、もう一度お試しください。", retryAfterS);

/** A slow upload must take no place of the encoder. Throws `LimitReached` while two of this member's are being received. */
export const limitReceiving = limitPerMember({ perMember: maxUploadsPerMember, refusal });

/** 22 places, two per member, with those that wait. Throws `LimitReached` when none is free. */
export const reserveEncoding = limitPerMember({
  perMember: maxUploadsPerMember,
  members: concurrentEncodings + maxWaiting,
  refusal,
});

/** At most two at a time, first come first served. */
export function queueEncoding<T>(encode: () => Promise<T>): Promise<T> {
  return limitEncodings(encode);
}
