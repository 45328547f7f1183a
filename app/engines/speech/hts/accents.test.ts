import { expect, test } from "vitest";
import { setAccents } from "#app/engines/speech/set-accents.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { mendAccents } from "./accents/accent-rules.ts";
import { type AccentPhrase, loadFrontEnd } from "./front-end.ts";
import { findLabelWords, findWords } from "./label-words.ts";
import { makeLabels } from "./labels.ts";
import { moraeOfKana } from "./morae.ts";
import { voiceQuestions } from "./prosody.ts";

const read = await loadFrontEnd();

/** Phrases in katakana with `'` where the pitch falls, such as ハ'シガ/ナガ'イ. */
const kanaOf = (phrases: readonly AccentPhrase[]) =>
  phrases
    .map(({ moras, accent }) => {
      const texts = moras.map(({ text }) => text);
      return accent === texts.length ? texts.join("") : texts.toSpliced(accent, 0, "'").join("");
    })
    .join("/");

test.each([
  ["おはようございます。", "オハヨオゴザイマ'ス"],
  ["始めなければ。", "ハジメナ'ケレバ"],
  ["そうですか。", "ソ'オデスカ"],
  ["教えてくれなかったの？", "オシエテ/クレナ'カッタノ"],
  ["食べなかった。", "タベ'ナカッタ"],
  ["見つかりませんでした。", "ミツカリマセ'ンデシタ"],
  ["必要はありません。", "ヒツヨオワ/アリマセ'ン"],
  ["行ったことはありませんか。", "イッタ/コト'ワ/アリマセ'ンカ"],
  ["お疲れさまでした。", "オツカレサマデ'シタ"],
  ["どこにあるのでしょうか。", "ド'コニ/ア'ル/ノデショ'オカ"],
  ["雨が降る。", "ア'メガ/フ'ル"],
  ["飴が甘い。", "アメガ/アマイ"],
])("%s is said %s", (text, kana) => {
  expect(kanaOf(mendAccents(read(text)))).toBe(kana);
});

test("what has no sound is no phrase", () => {
  for (const text of ["", " ", "。", "、、", "😀"]) expect(read(text)).toEqual([]);
});

test("marks become pauses and questions", () => {
  const phrases = read("雨ですか？はい、雨です。");
  expect(phrases.map(({ isQuestion }) => isQuestion)).toEqual([true, false, false]);
  expect(phrases.map(({ hasPauseAfter }) => hasPauseAfter)).toEqual([true, true, false]);
});

test("the last vowel of a question is heard", () => {
  const lastOf = (text: string) => voiceQuestions(read(text)).at(-1)?.moras.at(-1)?.phonemes;
  expect(lastOf("行きます。")).toEqual(["s", "U"]);
  expect(lastOf("行きます？")).toEqual(["s", "u"]);
});

test("a reading and its accent by hand go before what the front end says", () => {
  const withoutEnd = (phrase: AccentPhrase) => ({ ...phrase, isQuestion: false, hasPauseAfter: false });
  const accented = (accent: number) => {
    const phrases = read("シソーに行く。");
    return setAccents(phrases, [{ reading: "シソー", accent, place: 0 }], withoutEnd);
  };
  expect(kanaOf(accented(1) ?? [])).toBe("シ'ソオニ/イク");
  expect(kanaOf(accented(2) ?? [])).toBe("シソ'オニ/イク");
  expect(kanaOf(accented(0) ?? [])).toBe("シソオニ/イク");
});

test("kana are read into morae with their phonemes", () => {
  const phonemesOf = (kana: string) => moraeOfKana(kana).map(({ phonemes }) => phonemes.join(""));
  expect(phonemesOf("きょーはヴァイオリン、ちぇっ")).toEqual("kyo o ha va i o ri N che cl".split(" "));
  expect(phonemesOf("ァヂヅヲん")).toEqual("a ji zu o N".split(" "));
  expect(phonemesOf("漢字ー!")).toEqual([]);
});

test("labels name phonemes, accents, breath groups and parts of speech as voices were trained with them", async () => {
  const text = "雨が、少し降った。";
  const phrases = read(text);
  const [words = []] = await analyzeWords([text]);
  const ofPhrases = findLabelWords(findWords(phrases, words));
  const labels = makeLabels(phrases.map((phrase, index) => ({ ...phrase, words: ofPhrases[index] ?? [] })));
  expect(labels.map(({ phoneme }) => phoneme).join(" ")).toBe(
    "sil a m e g a pau s U k o sh I f u cl t a sil",
  );
  expect(labels[0]?.text).toBe(
    "xx^xx-sil+a=m/A:xx+xx+xx/B:xx-xx_xx/C:xx_xx+xx/D:02+xx_xx/E:xx_xx!xx_xx-xx/F:xx_xx#xx_xx@xx_xx|xx_xx/G:3_1%0_xx_xx/H:xx_xx/I:xx-xx@xx+xx&xx-xx|xx+xx/J:1_3/K:2+3-9",
  );
  expect(labels[5]?.text).toBe(
    "e^g-a+pau=s/A:2+3+1/B:02-xx_xx/C:13_xx+xx/D:06+xx_xx/E:xx_xx!xx_xx-xx/F:3_1#0_xx@1_1|1_3/G:3_2%0_xx_0/H:xx_xx/I:1-3@1+2&1-3|1+9/J:2_6/K:2+3-9",
  );
  expect(labels.at(-2)?.text).toBe(
    "cl^t-a+sil=xx/A:2+3+1/B:20-1_1/C:10_7+2/D:xx+xx_xx/E:3_2!0_xx-1/F:3_1#0_xx@2_1|4_3/G:xx_xx%xx_xx_xx/H:1_3/I:2-6@2+1&2-2|4+6/J:xx_xx/K:2+3-9",
  );
});

test("a part of speech is found where the two dictionaries read otherwise, and never is one missing", async () => {
  for (const text of ["2026年に、匝瑳市でAが勝った。", "ア".repeat(120), "宍粟の牧場で1番目に。"]) {
    const phrases = read(text);
    const [words = []] = await analyzeWords([text]);
    const found = findLabelWords(findWords(phrases, words));
    for (const [index, phrase] of phrases.entries())
      expect(found[index]?.reduce((sum, { moras }) => sum + moras, 0)).toBe(phrase.moras.length);
    expect(found.flat().map(({ part }) => part)).not.toContain("xx");
  }
  const [words = []] = await analyzeWords(["2026年に勝った。"]);
  const parts = findLabelWords(findWords(read("2026年に勝った。"), words)).map((ofPhrase) =>
    ofPhrase.map(({ part, moras }) => `${part}×${moras}`),
  );
  expect(parts.flat().at(0)).toMatch(/^05×/);
  expect(parts.at(-1)).toEqual(["20×2", "10×1"]);
});

test("labels of a long text count no further than the voices know", () => {
  const words = [{ moras: 1, part: "02", conjugation: "xx", form: "xx" }];
  const [mora] = moraeOfKana("ア");
  if (!mora) throw new Error("no mora");
  const phrase = { moras: [mora], accent: 1, isQuestion: false, hasPauseAfter: true, words };
  const labels = makeLabels(Array.from({ length: 300 }, () => phrase));
  expect(labels[299]?.text).toMatch(/\/I:1-1@19\+19&49-49\|150\+151\/.*\/K:19\+49-199$/);
});
