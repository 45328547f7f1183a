import { applyReadings, indexReadings, type ReadingIndex } from "./apply-readings.ts";
import { municipalities, places, placesOfPrefectures, stations } from "./lexicon/place-names.ts";
import { entriesOf } from "./word-list.ts";

const afterStation: Readonly<Record<string, string>> = {
  駅: "エキ",
  港: "コー",
  城: "ジョー",
  署: "ショ",
  市内: "シナイ",
  支店: "シテン",
};

let everywhere: ReadingIndex | undefined;
let byPrefecture: ReadonlyMap<string, ReadingIndex> | undefined;

/** Misread places in katakana; some only after their prefecture. */
export function readPlaces(text: string): string {
  everywhere ??= indexReadings([
    ...entriesOf(municipalities),
    ...entriesOf(places),
    ...entriesOf(stations).flatMap(({ word, reading }) =>
      Object.entries(afterStation).map(([end, kana]) => ({ word: word + end, reading: reading + kana })),
    ),
  ]);
  const read = applyReadings(text, everywhere);
  if (!/[都道府県]/u.test(read)) return read;
  byPrefecture ??= new Map(
    placesOfPrefectures
      .trim()
      .split("\n")
      .map((line) => {
        const [prefecture = "", list = ""] = line.split(":");
        return [prefecture, indexReadings(entriesOf(list))];
      }),
  );
  return read.replace(/[^。！？\n]+/gu, readInPrefecture);
}

/** Later names are that prefecture's. */
function readInPrefecture(sentence: string): string {
  let read = sentence;
  for (const [, prefecture = ""] of sentence.matchAll(
    /(北海道|東京都|(?:京都|大阪)府|\p{Script=Han}{2,3}県)/gu,
  )) {
    const index = byPrefecture?.get(prefecture);
    const at = read.indexOf(prefecture);
    if (!index || at < 0) continue;
    const rest = read.slice(at + prefecture.length);
    const end = /(?:北海道|東京都|(?:京都|大阪)府|\p{Script=Han}{2,3}県)/u.exec(rest)?.index ?? rest.length;
    read = `${read.slice(0, at + prefecture.length)}${applyReadings(rest.slice(0, end), index)}${rest.slice(end)}`;
  }
  return read;
}
