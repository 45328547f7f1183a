const pairs = new Map([
  ["「", "」"],
  ["『", "』"],
  ["（", "）"],
  ["(", ")"],
  ["【", "】"],
  ["“", "”"],
  ["《", "》"],
]);

const closers = new Map([...pairs].map(([open, close]) => [close, open]));

/** A quotation longer than this is read like running text, so that no turn grows without bound. */
export const longestWholeQuote = 200;

/**
 * For each position of a text the end (exclusive) of the outermost quotation or bracket it lies in, or
 * 0 outside of any. Only pairs that are closed count, and only up to `longestWholeQuote` UTF-16 units.
 */
export function quotedSpans(text: string): Uint32Array {
  const ends = new Uint32Array(text.length);
  const openAt = new Map<string, number[]>();
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    if (pairs.has(mark)) {
      const open = openAt.get(mark);
      if (open) open.push(at);
      else openAt.set(mark, [at]);
      continue;
    }
    const opener = closers.get(mark);
    const from = opener === undefined ? undefined : openAt.get(opener)?.pop();
    if (from !== undefined && at + 1 - from <= longestWholeQuote) spans.push({ from, to: at + 1 });
  }
  spans.sort((one, other) => one.from - other.from || other.to - one.to);
  let covered = 0;
  for (const span of spans) {
    // Overlapping pairs of different kinds keep the earlier one; a nested pair is already covered.
    if (span.from < covered) continue;
    ends.fill(span.to, span.from, span.to);
    covered = span.to;
  }
  return ends;
}
