import { readFileSync } from "node:fs";
import { speakableText, splitForSpeech } from "#app/engines/pronunciations/speakable-text.ts";
import { mendAccents } from "#app/engines/speech/hts/accent-rules.ts";
import { loadFrontEnd } from "#app/engines/speech/hts/front-end.ts";

/** A text and what a careful announcer says. */
interface ExpectedReading {
  group: string;
  text: string;
  kana: string;
  /** Of a list of accents: the mora that the pitch falls after, 0 for none; ways that are right with `|` between. */
  accent?: string | undefined;
}

/** The lines of a list of readings in `app/engines/pronunciations/test-lists`: group, text, kana and perhaps the accent, with tabs between. */
export function readList(name: string): ExpectedReading[] {
  return readFileSync(new URL(`../app/engines/pronunciations/test-lists/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [group = "", text = "", kana = "", accent] = line.split("\t");
      return { group, text, kana, accent };
    });
}

let frontEnd: ReturnType<typeof loadFrontEnd> | undefined;

/** What the local engine says for a text, in katakana: the morae of its accent phrases. Files of one process share the engine. */
export async function loadSpokenKana(): Promise<(text: string) => string> {
  frontEnd ??= loadFrontEnd();
  const read = await frontEnd;
  return (text) =>
    splitForSpeech(speakableText(text))
      .flatMap((piece) => mendAccents(read(piece)))
      .flatMap(({ moras }) => moras)
      .map((mora) => mora.text)
      .join("");
}

/** What is said if it is none of the ways that are right, which `|` separates. */
export function misread({ kana }: ExpectedReading, said: string): string | null {
  return kana.split("|").some((right) => soundsOf(right) === soundsOf(said)) ? null : said;
}

/** Morae of a passage that a word may be moved by, which no passage of the lists reaches. */
const farOff = 10_000;

/**
 * The words of a passage that are said wrongly. Its kana has spaces between words and `/` between ways to say one. The words are
 * laid along what is said so that as few sounds as possible differ; a word with a sound that differs is wrong.
 */
export function wrongWords(kana: string, said: string): string[] {
  const written = kana.split(" ");
  // A vowel is long after the same one in the word before it too: して いた sounds シテエタ.
  const words = written.map((word, index) => {
    const before = written[index - 1]?.split("/")[0]?.at(-1) ?? "ン";
    return word.split("/").map((way) => soundsOf(before + way).slice(soundsOf(before).length));
  });
  const sounds = soundsOf(said);
  /** For each place in what is said: the least that differs up to there, and the words that are wrong in it. */
  let best: { cost: number; wrong: string[] }[] = Array.from({ length: sounds.length + 1 }, (_, at) => ({
    cost: at,
    wrong: [],
  }));
  for (const [index, ways] of words.entries()) {
    const next = Array.from({ length: sounds.length + 1 }, () => ({ cost: farOff, wrong: [] as string[] }));
    for (const way of ways) layWord(way, sounds, best, next, written[index] ?? "");
    best = next;
  }
  return best.at(-1)?.wrong ?? [];
}

/** Lays one word along the sounds from every place where the words before it may end. */
function layWord(
  way: string,
  sounds: string,
  before: readonly { cost: number; wrong: string[] }[],
  next: { cost: number; wrong: string[] }[],
  name: string,
): void {
  const width = sounds.length + 1;
  // For each letter of the word: the cheapest way to each place, and where the word began on it.
  let costs = before.map(({ cost }) => cost);
  let starts = Array.from({ length: width }, (_, at) => at);
  for (const letter of way) {
    const rowCosts = new Array<number>(width).fill(farOff);
    const rowStarts = new Array<number>(width).fill(0);
    for (let at = 0; at < width; at++) {
      const options: [number, number][] = [[(costs[at] ?? farOff) + 1, starts[at] ?? 0]];
      if (at > 0) {
        const differs = sounds.charAt(at - 1) === letter ? 0 : 1;
        options.push([(costs[at - 1] ?? farOff) + differs, starts[at - 1] ?? 0]);
        options.push([(rowCosts[at - 1] ?? farOff) + 1, rowStarts[at - 1] ?? 0]);
      }
      const [cost, start] = options.reduce((least, option) => (option[0] < least[0] ? option : least));
      rowCosts[at] = cost;
      rowStarts[at] = start;
    }
    costs = rowCosts;
    starts = rowStarts;
  }
  for (let at = 0; at < width; at++) {
    const cost = costs[at] ?? farOff;
    const from = before[starts[at] ?? 0];
    if (!from || cost >= (next[at]?.cost ?? farOff)) continue;
    next[at] = { cost, wrong: cost > from.cost ? [...from.wrong, name] : from.wrong };
  }
}

/**
 * Kana reduced to its sounds, so that spellings of one pronunciation are equal: long vowels as repeated vowels, おう and
 * えい as long ones, ヂヅヲ as ジズオ, ジッポン as ジュッポン, no marks.
 */
export function soundsOf(kana: string): string {
  const plain = kana
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/[^ァ-ヴー]/g, "")
    .replace(/ヂ/g, "ジ")
    .replace(/ヅ/g, "ズ")
    .replace(/ヲ/g, "オ")
    .replace(/ヴ([ァィェォ])/g, (_, vowel: string) => "バビベボ".charAt("ァィェォ".indexOf(vowel)))
    .replace(/ヴ/g, "ブ")
    .replace(/ジッ(?=[カキクケコサシスセソタチツテトパピプペポ])/g, "ジュッ");
  let sounds = "";
  for (const letter of plain) {
    const vowel = vowelOf(sounds.at(-1) ?? "");
    if (letter === "ー") sounds += vowel;
    else if (letter === "ウ" && vowel === "オ") sounds += "オ";
    else if (letter === "イ" && vowel === "エ") sounds += "エ";
    else sounds += letter;
  }
  return sounds;
}

const vowelRows: Record<string, string> = {
  ア: "アカサタナハマヤラワガザダバパァャヮ",
  イ: "イキシチニヒミリギジビピィ",
  ウ: "ウクスツヌフムユルグズブプゥュ",
  エ: "エケセテネヘメレゲゼデベペェ",
  オ: "オコソトノホモヨロゴゾドボポォョ",
};

function vowelOf(letter: string): string {
  return Object.keys(vowelRows).find((vowel) => letter !== "" && vowelRows[vowel]?.includes(letter)) ?? "";
}
