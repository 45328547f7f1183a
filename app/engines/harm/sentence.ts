import type { Word } from "#app/engines/words/analyze-words.ts";
import { type Clause, type Phrase, readClauses, readPhrases } from "#app/engines/words/clauses.ts";
import { famous } from "./names.ts";

export const tailSays = {
  isDenied: (tail: string) =>
    /(?:ない|ませ|なかっ|なく|ず|ぬ|まい|ん(?!だ|で|じゃ|す|か|な|と))/u.test(
      tail.replace(
        /(?:かもしれ|に違い|に間違い|で?しか|わけじゃ|じゃ)ない(?:か|の)?|ちがいない|ません?か|くれないか(?:な)?|くれない/gu,
        "",
      ),
    ),
  isSupposed: (tail: string) =>
    /(?:かもし|たら|なら|れば|ねば|せば|けば|ても|でも|だろう|でしょう|はず|べきか|だとしたら)/u.test(tail),
  isAsked: (tail: string) => /(?:か|の[？?]|かな|かしら)$/u.test(tail),
  isOrder: (phrase: Phrase) =>
    // 叩き出せ is taken for 叩き出せる.
    (phrase.tail === "" &&
      /[せけげてべめれ]る$/u.test(phrase.base) &&
      phrase.form === "連用形" &&
      phrase.hasComma) ||
    (/命令/u.test(phrase.form) && !/(?:ください|くださる|なさい)/u.test(phrase.tail)) ||
    /(?:て|で)(?:い|行)け$|(?:^|て)(?:やれ|くれ)$|しろ|せよ$|なさい/u.test(phrase.tail),
};

export interface Sentence {
  text: string;
  phrases: readonly Phrase[];
  clauses: readonly Clause[];
  /** By authorities, courts or the press. */
  isReported: boolean;
  isFiction: boolean;
  isHistory: boolean;
  /** About the writer. */
  isPersonal: boolean;
  /** By somebody else. */
  isQuoted: boolean;
  textAfter: (at: number) => string;
}

const reported =
  /逮捕(?!歴)|起訴|書類送検|送検|判決|有罪|無罪|容疑|の疑いで|疑いがある|被告|公判|初公判|裁判(?!所[にをへ])|地裁|高裁|最高裁|地検|検察|県警|府警|警視庁|警察(?:は|が|によ)|と報じ|と発表|報道|記者会見|によると|によれば|懲戒|予告(?:の(?:メール|電話|手紙|書き込み)|を受け|が(?:あ|届))|第三者委員会/u;
const fiction =
  /むかし|昔々|ある日|物語|小説|映画|ドラマ|漫画|マンガ|アニメ|ゲーム|ボス|劇|芝居|役者|演技|主人公|第\p{Nd}+話|推理|ミステリー|怪盗|名探偵|探偵|刑事(?:の|は|が)|海賊|勇者|魔王|魔女|騎士|王子|王女|お姫さま|姫|王は|王さま|王様|妖精|怪物|(?:竜|鬼|侍|殿|殿様|山賊|盗賊|旅人)(?:は|が|を|から|の頭)|宇宙人|忍者|武士|神話|せりふ|伝説|昔話|童話|落語|歌舞伎|キャラ/u;
const history =
  /(?:^|[^\p{Nd}])1[0-8]?\p{Nd}{2}年|19[0-8]\p{Nd}年|\p{Nd}{1,2}世紀|紀元|(?:江戸|明治|大正|戦国|縄文|弥生|室町|鎌倉|平安|奈良|石器|この|その|封建)時代|明治|大正|昭和(?!の?おわり)|幕府|藩|戦国|将軍|皇帝|天皇|国王|王朝|革命|戦争|大戦|震災のあと|ナチス|十字軍|主君|暗殺|内乱|帝国|植民地|奴隷|虐殺|の乱|の変|の戦い|と伝えられ/u;
const personal = /(?:私|わたし|僕|ぼく|俺|おれ|自分|うち)(?:は|が|も|の)/u;

const saidByOthers =
  /と[^、。]{1,10}(?:が|は)(?:言った|語った|話した|述べた|胸を張)|と思っていた(?:私|わたし|僕|ぼく|俺|自分)|と(?:言|い)われ|って言われ|と書かれ|と(?:どな|怒鳴|ののし|罵|叫|脅|おど)|(?:という|との)(?:意見|考え|批判|見方|言葉|流言|デマ|うわさ|噂|指摘|疑い|主張|書き込み|投稿|広告|ビラ|声|メッセージ|落書き|コメント|貼り紙|手紙|電話)|と(?:書き|石を)|と言う(?:人|客|子|大人)|と(?:聞いた|聞かされ|からかわれ)/u;

export function readSentence(text: string, words: readonly Word[]): Sentence {
  const phrases = readPhrases(words);
  return {
    text,
    phrases,
    clauses: readClauses(phrases),
    isReported: reported.test(text),
    isFiction: fiction.test(text),
    isHistory: history.test(text) || famous.test(text),
    isPersonal: personal.test(text),
    isQuoted: saidByOthers.test(text),
    textAfter: (at) =>
      phrases
        .slice(at + 1)
        .map((phrase) => phrase.text + phrase.tail)
        .join(""),
  };
}
