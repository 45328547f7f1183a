/** How many morae farther from the middle a break after a particle may be. */
const particleBonus = 5;

/**
 * Marks phrases of more than about `maxMorae`, near the middle before kanji or katakana, best after a particle; unchanged
 * without such a place.
 */
export function breakLongPhrases(text: string, maxMorae: number, mark = "、"): string {
  return text.replace(/[^、。？！…（）]+/g, (phrase) => breakPhrase(phrase, maxMorae, mark));
}

function breakPhrase(phrase: string, maxMorae: number, mark: string): string {
  const total = countMorae(phrase);
  if (total <= maxMorae) return phrase;
  let best: { at: number; cost: number } | undefined;
  for (const { index } of phrase.matchAll(
    /(?<=\p{Script=Hiragana})(?=[\p{Script=Han}\p{Script=Katakana}\d])/gu,
  )) {
    const distance = Math.abs(countMorae(phrase.slice(0, index)) - total / 2);
    const cost = distance - (/[はがをにでともへて]/.test(phrase.charAt(index - 1)) ? particleBonus : 0);
    if (!best || cost < best.cost) best = { at: index, cost };
  }
  if (!best) return phrase;
  const parts = [phrase.slice(0, best.at), phrase.slice(best.at)];
  return parts.map((part) => breakPhrase(part, maxMorae, mark)).join(mark);
}

/** Estimate: kanji 1.8, digits 2, small kana 0. */
function countMorae(text: string): number {
  let morae = 0;
  for (const character of text) {
    if (/[ゃゅょぁぃぅぇぉャュョァィゥェォ]/.test(character)) continue;
    morae += /\p{Script=Han}/u.test(character)
      ? 1.8
      : /\d/.test(character)
        ? 2
        : /[\p{L}ー]/u.test(character)
          ? 1
          : 0;
  }
  return morae;
}
