import { expect, test } from "vitest";
import { loadSpokenKana, readList, soundsOf, wrongWords } from "#test/spoken-readings.ts";

const say = await loadSpokenKana();

// Each list was put aside before the rules changed, and looked at once; the records 0104, 0110, 0167, 0179, 0180, 0182, 0187, 0188 and 0191 to 0193 have the rates of those first looks.
// What is held here is what the rules have come to since.
test.each([
  { name: "dev-sentences", least: 99 },
  { name: "held-out-sentences", least: 98 },
  { name: "second-sentences", least: 97 },
  { name: "third-sentences", least: 97 },
  { name: "fourth-sentences", least: 96 },
  { name: "fifth-sentences", least: 99 },
  { name: "sixth-sentences", least: 97 },
  { name: "seventh-sentences", least: 98 },
  { name: "ninth-sentences", least: 99 },
  { name: "tenth-sentences", least: 98 },
  { name: "eleventh-sentences", least: 99 },
  { name: "twelfth-sentences", least: 99 },
  { name: "thirteenth-sentences", least: 99 },
  { name: "fourteenth-sentences", least: 99 },
  { name: "fifteenth-sentences", least: 99 },
  { name: "sixteenth-sentences", least: 99 },
])("of the sentences of $name at least $least % are said rightly", ({ name, least }) => {
  const sentences = readList(`${name}.tsv`);
  const wrong = sentences.filter(({ text, kana }) => wrongWords(kana, say(text)).length > 0);
  expect(sentences.length).toBeGreaterThanOrEqual(80);
  const rightPercent = 100 * (1 - wrong.length / sentences.length);
  expect(rightPercent, wrong.map(({ text }) => text).join("\n")).toBeGreaterThanOrEqual(least);
});

test.each([
  "dev-passages",
  "held-out-passages",
  "eighth-passages",
  "ninth-passages",
  "tenth-passages",
  "eleventh-passages",
  "twelfth-passages",
  "thirteenth-passages",
  "fourteenth-passages",
  "fifteenth-passages",
  "sixteenth-passages",
  "seventeenth-passages",
])("the passages of %s have half a wrong word in 600 characters at most", (name) => {
  const passages = readList(`${name}.tsv`);
  const wrong = passages.flatMap(({ text, kana }) => wrongWords(kana, say(text)));
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
  expect((600 * wrong.length) / characters, wrong.join(" ")).toBeLessThanOrEqual(0.5);
});

/** The voices have no クェ: what is said of foreign names is compared with small kana as large ones, and 言う as ユー. */
const foldKana = (kana: string) =>
  kana
    .replace(/ヴ([ァィェォ])/g, (_, vowel: string) => "バビベボ".charAt("ァィェォ".indexOf(vowel)))
    .replace(/[ァィゥェォャュョヮ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
    .replace(/(?<!ー)イウ/g, "ユウ");

test("of the sentences by another hand (corpus ROHAN) at least 88 % are said rightly", () => {
  const sentences = readList("corpus-sentences.tsv");
  const wrong = sentences.filter(
    ({ text, kana }) => wrongWords(foldKana(kana), foldKana(say(text))).length > 0,
  );
  expect(sentences.length).toBeGreaterThan(300);
  expect(100 * (1 - wrong.length / sentences.length)).toBeGreaterThanOrEqual(88);
});

// A vowel is long after the same one in the word before: 猪の牛 sounds ノオシ.
const isSaid = (kana: string, said: string) =>
  [soundsOf(kana), soundsOf(kana).replace(/^ウ/, "オ"), soundsOf(kana).replace(/^イ/, "エ")].some((way) =>
    soundsOf(said).includes(way),
  );

test("words that were misread in short texts are said as the list says", () => {
  const items = readList("ninth-words.tsv");
  const wrong = items.filter(({ text, kana }) => !kana.split("|").some((way) => isSaid(way, say(text))));
  expect(items.length).toBeGreaterThan(140);
  expect(wrong.map(({ text }) => `${text} is said ${say(text)}`)).toEqual([]);
});

// Record 0197: the first was written before its rules, the second and third before they were asked; the last is what the rules were tried with.
test.each([
  { name: "eighteenth-words", count: 259, least: 99 },
  { name: "nineteenth-words", count: 182, least: 99 },
  { name: "twentieth-words", count: 130, least: 99 },
  { name: "homograph-words", count: 643, least: 100 },
])("of the words of $name at least $least % are said rightly", ({ name, count, least }) => {
  const items = readList(`${name}.tsv`);
  const wrong = items.filter(({ text, kana }) => !kana.split("|").some((way) => isSaid(way, say(text))));
  expect(items.length).toBe(count);
  const rightPercent = 100 * (1 - wrong.length / items.length);
  expect(
    rightPercent,
    wrong.map(({ text }) => `${text} is said ${say(text)}`).join("\n"),
  ).toBeGreaterThanOrEqual(least);
});

test("words and marks of shops, offices and news are said as the list says", () => {
  const items = readList("everyday-texts.tsv");
  const wrong = items.filter(({ kana, text }) =>
    kana.split("|").every((way) => soundsOf(way) !== soundsOf(say(text))),
  );
  expect(items.length).toBeGreaterThan(240);
  expect(wrong.map(({ text }) => `${text} is said ${say(text)}`)).toEqual([]);
});

test("no rule or table reads a word that only looks like its own", () => {
  const items = readList("beside-rules.tsv");
  const wrong = items.filter(({ text, kana }) => !isSaid(kana, say(text)));
  expect(items.length).toBeGreaterThan(90);
  expect(wrong.map(({ text }) => `${text} is said ${say(text)}`)).toEqual([]);
});

test("a name of a place is read as its prefecture says it", () => {
  expect(say("徳島県の阿南と福島県の本宮に行く。")).toBe(
    "トクシマケンノアナントフクシマケンノモトミヤニイク",
  );
  expect(say("長野県池田町と北海道池田町。")).toBe("ナガノケンイケダマチトホッカイドオイケダチョオ");
});

test("a word of the tables is not found in another one", () => {
  expect(say("晴天の下で休む。")).toContain("セエテンノ");
  expect(say("科学捜査研究所に届く。")).toBe("カガクソオサケンキュウショニトドク");
  expect(say("暇がない。合宿の2日目。")).toBe("ヒマガナイガッシュクノフツカメ");
  expect(say("大門坂を上る。")).toBe("ダイモンザカオノボル");
  expect(say("威厳から生まれる。")).toBe("イゲンカラウマレル");
  expect(say("傍若無人な人。")).toBe("ボオジャクブジンナヒト");
});
