const segmenter = new Intl.Segmenter("ja", { granularity: "grapheme" });
const encoder = new TextEncoder();
const ellipsis = "…";

/** The text in at most `bytes` of UTF-8: what is too long ends in 「…」 after a whole character as people see them. */
export function fitText(text: string, bytes: number): string {
  const sizeOf = (part: string) => encoder.encode(part).length;
  if (sizeOf(text) <= bytes) return text;
  const room = bytes - sizeOf(ellipsis);
  let size = 0;
  let fitting = "";
  for (const { segment } of segmenter.segment(text)) {
    size += sizeOf(segment);
    if (size > room) break;
    fitting += segment;
  }
  return `${fitting}${ellipsis}`;
}
