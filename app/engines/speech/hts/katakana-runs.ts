import { type Mora, moraeOfKana, soundOf } from "./morae.ts";

/** Shorter ones would be found in other words. */
const katakanaRun = /[ァ-ヴー]{3,}|シー/gu;
const smallKana = /^.[ャュョァィゥェォ]$/u;

interface Place {
  phrase: number;
  mora: number;
}

/**
 * Mends words in katakana that the front end's dictionary lacks, and which it takes apart before a small kana or at ヘ and シー: タイギョ
 * is タイギヨ, トーヘキ is トーエキ with the particle へ.
 */
export function mendKatakana<Phrase extends { moras: readonly Mora[]; accent: number }>(
  text: string,
  phrases: readonly Phrase[],
): Phrase[] {
  const runs = text.match(katakanaRun);
  if (!runs) return [...phrases];
  const morae = phrases.map(({ moras }): (Mora | null)[] => [...moras]);
  const places = morae.flatMap((all, phrase) => all.map((_, mora): Place => ({ phrase, mora })));
  const sounds = phrases.flatMap(({ moras }) => moras.map(soundOf));
  let from = 0;
  for (const run of runs) {
    const word = moraeOfKana(run);
    const found = findFrom(sounds, from, (at) => lengthSaid(word, sounds, at));
    if (!found) continue;
    from = found.at + found.length;
    let at = found.at;
    for (const [index, mora] of word.entries()) {
      const width = widthOf(mora, index === word.length - 1, sounds, at) ?? 1;
      for (let offset = 0; offset < width; offset++) {
        const place = places[at + offset];
        const row = place && morae[place.phrase];
        if (row && sounds[at] !== soundOf(mora)) row[place.mora] = offset === 0 ? mora : null;
      }
      at += width;
    }
  }
  return phrases.flatMap((phrase, index) => {
    const row = morae[index] ?? [];
    const moras = row.filter((mora) => mora !== null);
    if (moras.length === 0) return [];
    const isFlat = phrase.accent >= phrase.moras.length;
    const lost = row.slice(0, phrase.accent).filter((mora) => mora === null).length;
    return [{ ...phrase, moras, accent: isFlat ? moras.length : Math.max(1, phrase.accent - lost) }];
  });
}

function findFrom(
  sounds: readonly string[],
  from: number,
  lengthAt: (at: number) => number | null,
): { at: number; length: number } | null {
  for (let at = from; at < sounds.length; at++) {
    const length = lengthAt(at);
    if (length !== null) return { at, length };
  }
  return null;
}

function lengthSaid(word: readonly Mora[], sounds: readonly string[], start: number): number | null {
  let at = start;
  for (const [index, mora] of word.entries()) {
    const width = widthOf(mora, index === word.length - 1, sounds, at);
    if (width === null) return null;
    at += width;
  }
  return at - start;
}

/** How many morae were said for this one; null if it was another. */
function widthOf(mora: Mora, isLast: boolean, sounds: readonly string[], at: number): number | null {
  const said = sounds[at] ?? "";
  if (said === soundOf(mora)) return 1;
  if (mora.text === "ヘ" && !isLast && said === "e") return 1;
  if (mora.text === "シ" && said === "si") return 1;
  if (!smallKana.test(mora.text)) return null;
  const [first, second] = [moraeOfKana(mora.text.charAt(0))[0], mora.phonemes.at(-1) ?? ""];
  const rest = sounds[at + 1];
  const isApart = first && soundOf(first) === said && (rest === second || rest === `y${second}`);
  return isApart ? 2 : null;
}
