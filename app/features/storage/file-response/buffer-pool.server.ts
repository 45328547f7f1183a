/** Sizes of pooled buffers, in bytes: the usual first chunk, and `MAX_BUFFERED_BYTES`. */
const SIZES = [64 * 1024, 256 * 1024] as const;
/** Smaller buffers are cheap to allocate, and would waste most of a pooled one. In bytes. */
const MIN_POOLED_BYTES = 16 * 1024;
/** Free buffers per size. */
const MAX_POOLED = 32;

const freeBuffers: ReadonlyMap<number, ArrayBuffer[]> = new Map(SIZES.map((size) => [size, []]));

/**
 * A buffer of `length` bytes with arbitrary contents. Allocating off-heap memory for every range makes the garbage
 * collector run hundreds of times a second: more than half of the cost of a range, measured.
 */
export function acquireBuffer(length: number): Uint8Array<ArrayBuffer> {
  const size = length < MIN_POOLED_BYTES ? undefined : SIZES.find((pooled) => length <= pooled);
  const memory = freeBuffers.get(size ?? 0)?.pop() ?? Buffer.allocUnsafeSlow(size ?? length).buffer;
  return Buffer.from(memory, 0, length);
}

/**
 * Returns a buffer of `acquireBuffer` to the pool. Call it when nothing reads or writes it any more: after the connection
 * has sent the bytes. Buffers that are never released are garbage-collected.
 */
export function releaseBuffer(bytes: Uint8Array<ArrayBuffer>): void {
  const pool = freeBuffers.get(bytes.buffer.byteLength);
  if (pool && pool.length < MAX_POOLED) pool.push(bytes.buffer);
}
