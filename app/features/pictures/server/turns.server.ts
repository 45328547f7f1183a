import { LimitReached } from "#app/features/domain-error.ts";

/** Pictures encoded at once in this process, and how many more may wait for it. */
const atOnce = 2;
const mostWaiting = 20;
/** Bodies of one member that may be on their way: one, and another try while it hangs. */
const mostArriving = 2;
const retryAfterS = 10;

const arriving = new Map<string, number>();
/** Members with a picture that is encoded or waits for it. */
const busy = new Set<string>();
let encoding = 0;
const waiting: (() => void)[] = [];

const noPlace = () =>
  new LimitReached("画像を処理しています。しばらくしてから、もう一度お試しください。", retryAfterS);

/**
 * Runs `receive`, which takes in the body of one member's picture. It may take long and holds no place that others need.
 * Throws `LimitReached` when two of this member are on their way.
 */
export async function whileArriving<T>(userId: string, receive: () => Promise<T>): Promise<T> {
  const before = arriving.get(userId) ?? 0;
  if (before >= mostArriving) throw noPlace();
  arriving.set(userId, before + 1);
  try {
    return await receive();
  } finally {
    const left = (arriving.get(userId) ?? 1) - 1;
    if (left > 0) arriving.set(userId, left);
    else arriving.delete(userId);
  }
}

/**
 * Holds a place for one member's picture, which is here, while `work` encodes it: one picture for each member, 22 in
 * all. Throws `LimitReached` when there is no place.
 */
export async function withPlace<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(userId) || busy.size >= atOnce + mostWaiting) throw noPlace();
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
