import { splitMorae } from "#app/engines/pronunciations/katakana.ts";
import type { WordAccent } from "./speech-engine.ts";

interface AccentedPhrase {
  moras: readonly { text: string }[];
  /** The pitch falls after this mora, from 1; the last one if flat. */
  accent: number;
}

/**
 * Sets dictionary accents: cuts the phrase before the word; what follows stays with the word, as particles do. `withoutEnd`
 * drops pause and question from a first part. Null if no word is found.
 */
export function setAccents<Phrase extends AccentedPhrase>(
  phrases: readonly Phrase[],
  accents: readonly WordAccent[],
  withoutEnd: (phrase: Phrase) => Phrase,
): Phrase[] | null {
  const sounds = soundsOf(phrases.flatMap(({ moras }) => moras.map(({ text }) => text)));
  const taken = new Set<number>();
  let changed: Phrase[] | null = null;
  for (const { reading, accent, place } of accents) {
    const word = soundsOf(splitMorae(reading));
    const distance = (at: number) => Math.abs(at - place * sounds.length);
    const [start] = [...sounds.keys()]
      .filter((at) => word.every((sound, n) => sounds[at + n] === sound && !taken.has(at + n)))
      .toSorted((a, b) => distance(a) - distance(b));
    if (start === undefined || word.length === 0) continue;
    for (const n of word.keys()) taken.add(start + n);
    changed = accentWord(changed ?? phrases, { start, length: word.length, accent, withoutEnd });
  }
  return changed;
}

/** The fall after mora `accent`, 0 for none in the word. `start` in morae of all phrases. */
function accentWord<Phrase extends AccentedPhrase>(
  phrases: readonly Phrase[],
  o: { start: number; length: number; accent: number; withoutEnd: (phrase: Phrase) => Phrase },
): Phrase[] {
  const { start, length, accent } = o;
  const before: Phrase[] = [];
  const touched: Phrase[] = [];
  const after: Phrase[] = [];
  let startInTouched = start;
  let at = 0;
  for (const phrase of phrases) {
    const end = at + phrase.moras.length;
    if (end <= start) {
      before.push(phrase);
      startInTouched -= phrase.moras.length;
    } else if (at >= start + length) after.push(phrase);
    else touched.push(phrase);
    at = end;
  }
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return [...phrases];
  const moras = touched.flatMap((phrase) => phrase.moras);
  const spoken = moras.slice(startInTouched);
  // A flat word leaves the fall to what follows, such as まで.
  const fall = moras.length - last.moras.length + last.accent - startInTouched;
  const isFallAfterWord = fall > length && last.accent < last.moras.length;
  const lead: Phrase = {
    ...o.withoutEnd(first),
    moras: moras.slice(0, startInTouched),
    accent: Math.min(first.accent, startInTouched),
  };
  const own = accent > 0 ? accent : isFallAfterWord ? fall : spoken.length;
  return [
    ...before,
    ...(startInTouched > 0 ? [lead] : []),
    { ...last, moras: spoken, accent: own },
    ...after,
  ];
}

const rows: Record<string, string> = {
  ア: "アカサタナハマヤラワガザダバパァャヮ",
  イ: "イキシチニヒミリギジビピィ",
  ウ: "ウクスツヌフムユルグズブプヴゥュ",
  エ: "エケセテネヘメレゲゼデベペェ",
  オ: "オコソトノホモヨロゴゾドボポォョ",
};
const vowelOf = new Map(
  Object.entries(rows).flatMap(([vowel, kana]) => [...kana].map((letter) => [letter, vowel] as const)),
);

/** Long vowels by vowel, エイ as エエ, オウ as オオ, ヂ as ジ, ヅ as ズ, ヲ as オ. */
function soundsOf(morae: readonly string[]): string[] {
  let vowel: string | undefined;
  return morae.map((text) => {
    let sound = text.replace(/ヂ/g, "ジ").replace(/ヅ/g, "ズ").replace(/ヲ/g, "オ");
    if (sound === "ー") sound = vowel ?? sound;
    if (sound === "イ" && vowel === "エ") sound = "エ";
    if (sound === "ウ" && vowel === "オ") sound = "オ";
    vowel = vowelOf.get(sound.at(-1) ?? "");
    return sound;
  });
}
