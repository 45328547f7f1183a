/**
 * Cuts speakable text into pieces of at most `limit` characters, after the last sentence end, else the last pause or
 * space, else anywhere. Open JTalk reads one line of at most 1,023 bytes and writes past the end of a buffer of that
 * size when half-width characters become full-width ones in it, so every character counts as three bytes.
 */
export function splitForSpeech(text: string, limit = 300): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const sentence = Math.max(head.lastIndexOf("。"), head.lastIndexOf("？"), head.lastIndexOf("！"));
    const pause = Math.max(head.lastIndexOf("、"), head.lastIndexOf(" "));
    const end = sentence > 0 ? sentence + 1 : pause > 0 ? pause + 1 : limit;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest !== "") pieces.push(rest);
  return pieces.filter((piece) => piece !== "");
}
