import { LimitReached } from "../domain-error.ts";

/** Pictures encoded at once in this process, and how many more may be on their way or wait. */
const atOnce = 2;
const mostWaiting = 20;
const retryAfterS = 10;

/** Members with a picture on its way. */
const busy = new Set<string>();
let encoding = 0;
const waiting: (() => void)[] = [];

/**
 * Holds a place for one member's picture while `work` receives and encodes it: one picture for each member, 22 in all,
 * so that neither bodies nor encoders fill the memory. Throws `LimitReached` when there is no place.
 */
export async function withPlace<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(userId) || busy.size >= atOnce + mostWaiting) {
    throw new LimitReached("画像を処理しています。しばらくしてから、もう一度お試しください。", retryAfterS);
  }
  busy.add(userId);
  try {
    return await work();
  } finally {
    busy.delete(userId);
  }
}

/** Runs `work` when it is its turn, first come first served; two at once. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (encoding < atOnce) encoding += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn is handed on, not given back.
    if (next) next();
    else encoding -= 1;
  }
}
