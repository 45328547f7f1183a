/** What no line may begin with (JIS X 4051 "gyotō kinsoku"), and what none may end with. */
const neverFirst =
  /^[\s、。，．,.!！?？:：;；)）\]］}｝」』】〕〉》”’・ー〜～‐–—…‥々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％]/u;
const neverLast = /[(（[［{｛「『【〔〈《“‘#＃¥￥$＄]$/u;
/** Particles and endings, which belong to the word before them. */
const hiragana = /^\p{Script=Hiragana}{1,4}$/u;
/** Words whose parts the dictionary tells apart, and people do not. */
const unbroken = /[\p{Script=Katakana}ー]$/u;
const katakana = /^[\p{Script=Katakana}ー]/u;
const letters = /[\p{L}\p{N}]$/u;
const latin = /[\p{Script=Latin}\p{N}]$/u;
const latinFirst = /^[\p{Script=Latin}\p{N}]/u;

const words = new Intl.Segmenter("ja", { granularity: "word" });
const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });

/** The text in parts between which a line may end: words with their particles and punctuation. */
export function breakableParts(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && belongsTo(last, segment)) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** A part that is longer than a line, in its characters; where even so no line may end, they stay together. */
export function charactersOf(part: string): string[] {
  const characters: string[] = [];
  for (const { segment } of graphemes.segment(part)) {
    const last = characters.at(-1);
    if (last !== undefined && (neverFirst.test(segment) || neverLast.test(last)))
      characters[characters.length - 1] = last + segment;
    else characters.push(segment);
  }
  return characters;
}

function belongsTo(before: string, word: string): boolean {
  if (neverFirst.test(word) || neverLast.test(before)) return true;
  if (hiragana.test(word) && letters.test(before) && !latin.test(before)) return true;
  if (unbroken.test(before) && katakana.test(word)) return true;
  return latin.test(before) && latinFirst.test(word);
}
