/** Sizes that are kept, in bytes: what players usually ask for at once, and `LARGEST_PIECE`. */
const SIZES = [64 * 1024, 256 * 1024] as const;
/** Smaller ones are cheap to make, and would waste most of the least size. */
const LEAST = 16 * 1024;
const MOST_KEPT = 32;

const spare: ReadonlyMap<number, ArrayBuffer[]> = new Map(SIZES.map((size) => [size, []]));

/**
 * Memory for `length` bytes, with whatever was in it before. Memory outside the heap that is new for every range makes
 * the collector run hundreds of times a second: measured, more than half of the cost of a range.
 */
export function borrowBuffer(length: number): Uint8Array<ArrayBuffer> {
  const size = length < LEAST ? undefined : SIZES.find((kept) => length <= kept);
  const memory = spare.get(size ?? 0)?.pop() ?? Buffer.allocUnsafeSlow(size ?? length).buffer;
  return Buffer.from(memory, 0, length);
}

/**
 * Takes back what `borrowBuffer` gave, once nobody reads or writes it any more: after the connection has taken the
 * bytes, not when they were handed to it. Memory that is never given back is collected as any other.
 */
export function giveBuffer(bytes: Uint8Array<ArrayBuffer>): void {
  const kept = spare.get(bytes.buffer.byteLength);
  if (kept && kept.length < MOST_KEPT) kept.push(bytes.buffer);
}
