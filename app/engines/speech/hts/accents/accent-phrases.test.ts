import { expect, test } from "vitest";
import { markedText } from "#app/engines/pronunciations/speakable-text.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { loadFrontEnd } from "../front-end.ts";
import { readAccentPhrases } from "./accent-phrases.ts";

const read = await loadFrontEnd();

/** Phrases in katakana with `'` where the pitch falls: ア'メガ フ'ル. */
async function say(text: string): Promise<string> {
  const marked = markedText(text);
  const [words = []] = await analyzeWords([marked]);
  return readAccentPhrases(marked, words, read)
    .map(({ moras, accent }) => {
      const texts = moras.map((mora) => mora.text);
      return accent === texts.length ? texts.join("") : texts.toSpliced(accent, 0, "'").join("");
    })
    .join(" ");
}

test.each([
  // Phrases.
  ["会社を告発した。", "カイシャオ コクハツシタ"],
  ["鍵を探していた。", "カギ'オ サガシテイタ"],
  ["本を読んでいる。", "ホ'ンオ ヨ'ンデイル"],
  ["駅に行くのに使う。", "エ'キニ イク'ノニ ツカウ"],
  ["何を言うのですか。", "ナ'ニオ ユウ'ノデスカ"],
  ["彼を知ることが大切だ。", "カ'レオ シルコト'ガ タイセツダ"],
  ["学校に通うために。", "ガッコオニ カヨウタメ'ニ"],
  ["夢という言葉。", "ユメ'トユウ コトバ"],
  ["法律に対する意見。", "ホオリツニ タイス'ル イ'ケン"],
  ["手紙を送ってください。", "テガミオ オクッテクダサ'イ"],
  ["評価されました。", "ヒョ'オカ サレマ'シタ"],
  ["雨が激しくなった。", "ア'メガ ハゲ'シク ナ'ッタ"],
  ["変えたことはない。", "カエタコト'ワ ナ'イ"],
  // Verbs and what follows them.
  ["道を通して、", "ミチオ ト'オシテ"],
  ["財布を落とした。", "サイフオ オト'シタ"],
  ["鳥が枝から飛んだ。", "トリガ エダカラ トンダ"],
  ["酒を飲みに行く。", "サケオ ノ'ミニ イク"],
  ["仕事を済ませ、帰る。", "シゴトオ スマ'セ カ'エル"],
  ["金があれば買う。", "カネガ ア'レバ カウ"],
  ["そう言えば。", "ソオ イエ'バ"],
  ["箱が作られた。", "ハコガ ツクラ'レタ"],
  ["箱が作られる。", "ハコガ ツクラレ'ル"],
  ["歩こうとした。", "アルコ'オト シタ"],
  ["雨が降りそうだ。", "ア'メガ フリソ'オダ"],
  ["泣きながら笑う。", "ナキナガラ ワラウ"],
  ["火を消しなさい。", "ヒ'オ ケシナサ'イ"],
  ["眠ってしまった。", "ネムッテシマッタ"],
  // Nouns and what follows them.
  ["山の道。", "ヤマノ ミチ"],
  ["日本の道。", "ニホンノ ミチ"],
  ["沢山の花。", "タクサ'ンノ ハナ"],
  ["次の駅。", "ツギ'ノ エ'キ"],
  ["効果的な方法。", "コオカテキナ ホオホオ"],
  ["何も言わない。", "ナニモ イワナイ"],
  ["一度も行かない。", "イチドモ イカナイ"],
  ["一番、好きだ。", "イチバン スキ'ダ"],
  ["二人の夜。", "フタリ'ノ ヨ'ル"],
  ["運転者が降りる。", "ウンテ'ンシャガ オリ'ル"],
  ["経済学を学ぶ。", "ケエザ'イガクオ マナブ"],
  ["生徒たちが歌う。", "セ'エトタチガ ウタウ"],
  ["遠くに住む人が多い。", "トオクニ ス'ム ヒト'ガ オ'オイ"],
  ["庭には花がある。", "ニワニ'ワ ハナ'ガ ア'ル"],
  ["知っても困る。", "シッテ'モ コマ'ル"],
  ["とても重要である。", "トテモ ジュウヨオデア'ル"],
  ["ただの庭だった。", "タ'ダノ ニワダ'ッタ"],
])("%s is said %s", async (text, said) => {
  expect(await say(text)).toBe(said);
});
