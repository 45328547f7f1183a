/** `00:01:02.000 --> 00:01:04.000 align:start`, with a comma in SubRip; hours may be missing. */
const cueTiming = /^(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}/;
/** Blocks of WebVTT that are not spoken. */
const silentBlock = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const endOfSentence = /[。！？!?．.」』）)]$/u;

/**
 * The spoken text of captions (WebVTT or SubRip) as one line: without times, numbers, voice tags and repeated lines, a space
 * between cues that end no sentence. Any other text is returned as it is. Linear in the length.
 */
export function plainCaptions(text: string): string {
  const lines = text.replace(/^\ufeff/u, "").split(/\r\n|\r|\n/u);
  if (!lines.some((line) => cueTiming.test(line.trim()))) return text;
  const spoken: string[] = [];
  let last = "";
  let state: "between" | "silent" | "first" | "next" = "between";
  for (const raw of lines) {
    const line = raw.trim();
    if (line === "") state = "between";
    else if (cueTiming.test(line)) state = "first";
    else if (state === "between" && silentBlock.test(line)) state = "silent";
    else if (state === "first" || state === "next") {
      const words = line.replace(/<[^<>]{0,200}>/gu, "").trim();
      // Captions that roll up show every line twice.
      if (words === "" || words === last) continue;
      const isLatin = /[\u0021-\u007e]$/u.test(last);
      const isWrapped = state === "next" || endOfSentence.test(last);
      if (last !== "" && (isLatin || !isWrapped)) spoken.push(" ");
      spoken.push(words);
      last = words;
      state = "next";
    }
  }
  return spoken.join("");
}
