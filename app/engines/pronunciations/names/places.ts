import { applyReadings, indexReadings, type ReadingIndex } from "../apply-readings.ts";
import { barePlaces, eras, morePlaces, provinces } from "../lexicon/more-places.ts";
import { municipalities, places, placesOfPrefectures, stations } from "../lexicon/place-names.ts";
import { entriesOf } from "../read-lexicon.ts";

/** Too common otherwise: 光に向かう, 国立へ行く is a school. */
const onlyInPrefecture = new Set([
  "光",
  "燕",
  "出水",
  "放出",
  "本部",
  "中野",
  "清水",
  "中村",
  "小林",
  "相生",
  "御所",
  "千代川",
  "行方",
  "三田",
  "垂水",
]);

const afterStation: Readonly<Record<string, string>> = {
  駅: "エキ",
  港: "コー",
  城: "ジョー",
  署: "ショ",
  市内: "シナイ",
  支店: "シテン",
};

/** What tells that a word is a place: somebody goes, lives or changes trains there. */
const travelled =
  "(?:に|へ)(?:行[くきっこ]|着[くいき]|住[むんみ]|立ち寄|寄っ|泊ま|向か|引っ越|移り住|転勤|出張|出かけ|旅行)|から(?:電車|バス|[^。、]{0,6}まで|上京|引っ越)|まで(?:行|電車|バス|[^。、]{0,6}切符)|で(?:降り|乗り換|下車|途中下車)|行き(?!先)|方面|経由|在住|(?:市|駅|町|港|城|線|区|インター|温泉|競輪|競艇)(?![\\p{Script=Han}])|(?:の|は)(?:商店街|駅前|街並み|町並み)";
const ends = "(?![\\p{Script=Han}々]|線)";

/** 広島の呉, 広島の福山と呉, 呉に行く. */
const bareRules = barePlaces
  .trim()
  .split("\n")
  .map((line): [RegExp, string] => {
    const [word = "", reading = "", prefecture = ""] = line.split(" ");
    const inIt = `(?<=${prefecture}[都府県]?[の・、](?:[\\p{Script=Han}ァ-ヶー]{1,6}[とや・、])?)${word}${ends}`;
    const isTwice = barePlaces.split(`\n${word} `).length > 2;
    const visited = `(?<![\\p{Script=Han}々の])${word}(?=${travelled})`;
    return [new RegExp(isTwice || onlyInPrefecture.has(word) ? inIt : `${inIt}|${visited}`, "gu"), reading];
  });
const eraRule = new RegExp(
  `(?<!\\p{Script=Han})(?:${entriesOf(eras)
    .map(({ word }) => word)
    .join(
      "|",
    )})(?=元年|\\d+年|[一二三四五六七八九十]+年|年間|の(?:乱|変|役|政変|治|飢饉|大火|時代)|時代|事件)`,
  "gu",
);
const eraReadings = new Map(entriesOf(eras).map(({ word, reading }) => [word, reading]));

let everywhere: ReadingIndex | undefined;
let byPrefecture: ReadonlyMap<string, ReadingIndex> | undefined;

/** Misread places in katakana; some only after their prefecture. */
export function readPlaces(text: string): string {
  everywhere ??= indexReadings([
    ...entriesOf(municipalities),
    ...entriesOf(places),
    ...entriesOf(morePlaces),
    ...entriesOf(provinces).map(({ word, reading }) => ({ word: `${word}国`, reading: `${reading}ノクニ` })),
    ...entriesOf(stations).flatMap(({ word, reading }) =>
      Object.entries(afterStation).map(([end, kana]) => ({ word: word + end, reading: reading + kana })),
    ),
  ]);
  const read = bareRules
    .reduce((t, [pattern, reading]) => t.replace(pattern, reading), applyReadings(text, everywhere))
    .replace(eraRule, (era) => eraReadings.get(era) ?? era);
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
