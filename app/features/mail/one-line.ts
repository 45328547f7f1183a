/** A text for a header: in one line, and not endless. */
export function oneLine(text: string, longest = 120): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line;
}
