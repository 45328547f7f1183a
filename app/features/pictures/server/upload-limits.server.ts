import pLimit from "p-limit";
import { LimitReached } from "#app/features/domain-error.ts";

/** Pictures that this process encodes at the same time, and how many more may wait. */
const concurrentEncodings = 2;
const maxWaiting = 20;
/** Uploads of one member at the same time: one, and a second try while the first hangs or the second post of a double click. */
const maxUploadsPerMember = 2;
const retryAfterS = 10;

/** Number of uploads being received, by member. */
const receiving = new Map<string, number>();
/** Number of pictures that are being encoded or wait for it, by member. */
const encoding = new Map<string, number>();
const limitEncodings = pLimit(concurrentEncodings);

const limitReached = () =>
  new LimitReached("画像を処理しています。しばらくしてから、もう一度お試しください。", retryAfterS);

/** Counts `work` among those of `userId` in `running` while it runs. Throws `LimitReached` when two of the member's run already. */
async function countRunning<T>(
  running: Map<string, number>,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = running.get(userId) ?? 0;
  if (before >= maxUploadsPerMember) throw limitReached();
  running.set(userId, before + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  }
}

/**
 * Runs `receive`, which reads the body of one member's upload. A slow one takes no place of the encoder. Throws
 * `LimitReached` when two uploads of this member are being received already.
 */
export const limitReceiving = <T>(userId: string, receive: () => Promise<T>): Promise<T> =>
  countRunning(receiving, userId, receive);

/**
 * Runs `work` in one of 22 places for members whose pictures are encoded or wait for it. Throws `LimitReached` when none is
 * free, or two pictures of this member are there already.
 */
export async function reserveEncoding<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (!encoding.has(userId) && encoding.size >= concurrentEncodings + maxWaiting) throw limitReached();
  return countRunning(encoding, userId, work);
}

/** Runs `encode` when fewer than two others run, first come first served. */
export function queueEncoding<T>(encode: () => Promise<T>): Promise<T> {
  return limitEncodings(encode);
}
