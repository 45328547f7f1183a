/** Numbers from 0 (included) to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Waits {
  meanMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

/**
 * How long requests wait for one of `processes` that each do one after the other, a balancer giving each request to the one that
 * is free first. Requests come at random (exponential gaps), `perSecond` of them; each takes one of the kinds' times (ms) by
 * their shares, exponentially spread. Of `requests` requests the first tenth, before the queue has settled, is not counted.
 */
export function simulateQueue(o: {
  perSecond: number;
  kinds: readonly { share: number; ms: number }[];
  processes: number;
  requests: number;
  seed: number;
}): Waits {
  const random = randomNumbers(o.seed);
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const total = o.kinds.reduce((sum, { share }) => sum + share, 0);
  const serviceMs = () => {
    let left = random() * total;
    const kind = o.kinds.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    return exponential(kind?.ms ?? 0);
  };
  // A heap: the process that is free first stands at the top.
  const freeAt = new Float64Array(o.processes);
  const waits = new Float64Array(o.requests);
  let now = 0;
  for (let index = 0; index < o.requests; index++) {
    now += exponential(1000 / o.perSecond);
    const start = Math.max(now, freeAt[0] ?? 0);
    waits[index] = start - now;
    replaceTop(freeAt, start + serviceMs());
  }
  const counted = waits.slice(Math.floor(o.requests / 10)).sort();
  const at = (share: number) =>
    counted[Math.min(counted.length - 1, Math.floor(counted.length * share))] ?? 0;
  const meanMs = counted.reduce((sum, wait) => sum + wait, 0) / counted.length;
  return { meanMs, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

function replaceTop(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    if ((heap[child] ?? 0) >= value) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
}
