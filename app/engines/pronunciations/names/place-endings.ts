import { placeEndings, readAsWhole } from "../lexicon/place-endings.ts";

interface Ending {
  reading: string;
  /** By the letter before it. */
  others: ReadonlyMap<string, string>;
}

interface Endings {
  byWord: ReadonlyMap<string, Ending>;
  wholes: ReadonlySet<string>;
}
let endings: Endings | undefined;

function loadEndings(): Endings {
  if (endings) return endings;
  const byWord = new Map<string, Ending>();
  for (const line of placeEndings.trim().split("\n")) {
    const [word = "", reading = "", ...groups] = line.split(" ");
    const others = groups.flatMap((group) => {
      const [other = "", letters = ""] = group.split(":");
      return [...letters].map((letter) => [letter, other] as const);
    });
    byWord.set(word, { reading, others: new Map(others) });
  }
  endings = { byWord, wholes: new Set(readAsWhole.trim().split(/\s+/)) };
  return endings;
}

const name =
  /(?<![\p{Script=Han}々\dァ-ヶー])([\p{Script=Han}々ヶケノ]{2,6}?)((?<!大)橋|池|湖|岳|城跡|神社|峡)(?![\p{Script=Han}々])/gu;

/** Writes 橋 of 藤見橋 as バシ, 池 of 目川池 as イケ: alone they are read キョー and チ by the local engine in names that it does not know. */
export function readPlaceEndings(text: string): string {
  return text
    .replace(/(?<=[ァ-ヶー])湖(?![\p{Script=Han}々])/gu, "コ")
    .replace(name, (written, base: string, word: string) => {
      const { byWord, wholes } = loadEndings();
      for (let from = 0; from < base.length; from++) if (wholes.has(written.slice(from))) return written;
      const ending = byWord.get(word);
      return base + (ending?.others.get(base.slice(-1)) ?? ending?.reading ?? word);
    });
}
