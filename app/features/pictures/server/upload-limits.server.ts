import pLimit from "p-limit";
import { LimitReached } from "#app/features/domain-error.ts";

/** Pictures that this process encodes at the same time, and how many more may wait. */
const concurrentEncodings = 2;
const maxWaiting = 20;
/** Uploads of one member that may be received at the same time: one, and a second try while the first hangs. */
const maxUploadsPerMember = 2;
const retryAfterS = 10;

/** Number of uploads being received, by member. */
const receiving = new Map<string, number>();
/** Members with a picture that is being encoded or waits for it. */
const encoding = new Set<string>();
const limitEncodings = pLimit(concurrentEncodings);

const limitReached = () =>
  new LimitReached("画像を処理しています。しばらくしてから、もう一度お試しください。", retryAfterS);

/**
 * Runs `receive`, which reads the body of one member's upload. A slow one takes no place of the encoder. Throws
 * `LimitReached` when two uploads of this member are being received already.
 */
export async function limitReceiving<T>(userId: string, receive: () => Promise<T>): Promise<T> {
  const before = receiving.get(userId) ?? 0;
  if (before >= maxUploadsPerMember) throw limitReached();
  receiving.set(userId, before + 1);
  try {
    return await receive();
  } finally {
    const left = (receiving.get(userId) ?? 1) - 1;
    if (left > 0) receiving.set(userId, left);
    else receiving.delete(userId);
  }
}

/**
 * Runs `work` in one of 22 places for pictures that are encoded or wait for it, one for each member. Throws
 * `LimitReached` when none is free.
 */
export async function reserveEncoding<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (encoding.has(userId) || encoding.size >= concurrentEncodings + maxWaiting) throw limitReached();
  encoding.add(userId);
  try {
    return await work();
  } finally {
    encoding.delete(userId);
  }
}

/** Runs `encode` when fewer than two others run, first come first served. */
export function queueEncoding<T>(encode: () => Promise<T>): Promise<T> {
  return limitEncodings(encode);
}
