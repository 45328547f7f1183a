import { readFileSync } from "node:fs";
import { speakableText, splitForSpeech } from "#app/engines/pronunciations/speakable-text.ts";
import { mendAccents } from "#app/engines/speech/hts/accents/accent-rules.ts";
import { loadFrontEnd } from "#app/engines/speech/hts/front-end.ts";

/** What a careful announcer says. */
interface ExpectedReading {
  group: string;
  text: string;
  kana: string;
  /** The pitch falls after this mora, 0 for none; `|` separates right ways. */
  accent?: string | undefined;
}

/** Lines of `app/engines/pronunciations/test-lists`: group, text, kana, perhaps accent, tab-separated. */
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

/** Reads a text as the local engine does: katakana morae of accent phrases. Files of one process share the engine. */
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

/** What was said; null if it is one of the right ways (`|`). */
export function misread({ kana }: ExpectedReading, said: string): string | null {
  return kana.split("|").some((right) => soundsOf(right) === soundsOf(said)) ? null : said;
}

const farOff = 10_000;

/**
 * Wrongly spoken words of a passage. Kana: spaces between words, `/` between right ways. Words are aligned so that the fewest
 * sounds differ; a word with a different sound is wrong.
 */
export function wrongWords(kana: string, said: string): string[] {
  const written = kana.split(" ");
  // A vowel is long after the same one in the word before: して いた sounds シテエタ.
  const words = written.map((word, index) => {
    const before = soundsOf(written[index - 1]?.split("/")[0] ?? "ン").at(-1) ?? "ン";
    return word.split("/").map((way) => soundsOf(before + way).slice(soundsOf(before).length));
  });
  const sounds = soundsOf(said);
  // Most are said as they are written, which needs no alignment.
  if (sounds === words.map(([first = ""]) => first).join("")) return [];
  /** Per place: the least difference so far, and the wrong words. */
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

/** Aligns a word from every place where those before may end. */
function layWord(
  way: string,
  sounds: string,
  before: readonly { cost: number; wrong: string[] }[],
  next: { cost: number; wrong: string[] }[],
  name: string,
): void {
  const width = sounds.length + 1;
  // Per letter: the cheapest way to each place, and the word's start on it.
  let costs = before.map(({ cost }) => cost);
  let starts = Array.from({ length: width }, (_, at) => at);
  for (const letter of way) {
    const rowCosts = new Array<number>(width).fill(farOff);
    const rowStarts = new Array<number>(width).fill(0);
    for (let at = 0; at < width; at++) {
      let cost = (costs[at] ?? farOff) + 1;
      let start = starts[at] ?? 0;
      if (at > 0) {
        const replaced = (costs[at - 1] ?? farOff) + (sounds.charAt(at - 1) === letter ? 0 : 1);
        if (replaced < cost) {
          cost = replaced;
          start = starts[at - 1] ?? 0;
        }
        const added = (rowCosts[at - 1] ?? farOff) + 1;
        if (added < cost) {
          cost = added;
          start = rowStarts[at - 1] ?? 0;
        }
      }
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

/** Makes spellings of one pronunciation equal: long vowels repeated (おう, えい too), ヂヅヲ as ジズオ, ジッポン as ジュッポン, no marks. */
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
