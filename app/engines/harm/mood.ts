import type { Clause, Phrase } from "#app/engines/words/clauses.ts";
import { type Sentence, tailSays } from "./sentence.ts";

/** How the writer means a predicate. Moods of a chain (襲って、燃やそう) are those of its last predicate. */
export interface Mood {
  /** Not done: 呼ばない. */
  isDenied: boolean;
  /** 入れるな, 打たせてはいけない. */
  isForbidden: boolean;
  /** Order, invitation, request or advice: 死ね, 行こう, 割ってください, やめたほうがいい. */
  isUrged: boolean;
  /** 死ねばいいのに, 消えてほしい, 治りませんように. */
  isWished: boolean;
  /** By the writer: 刺してやる, 持って行くつもり, 暴れます. */
  isIntended: boolean;
  /** 飲めば, 飛びこむと, 飲むだけで. */
  isCondition: boolean;
  isAsked: boolean;
  isPassive: boolean;
  isPast: boolean;
}

const says = {
  forbidden:
    /^(?:する|させる|せる|れる|られる|してくる|てくる|ている|てる|ておく|とく)?な(?:よ|ね)?(?:[、。！!]|$)|^(?:せ|させ)?(?:て|で)(?:は|も)?(?:いけ|なら(?:ない|ず|ん)|だめ|ダメ)|^(?:せ|させ)?ちゃ(?:だめ|ダメ|いけ)|べき(?:では|じゃ)(?:ない|ありません)/u,
  invited:
    /^(?:せ|させ|て|で|い|り|し|き|に|まくろ|続け|つづけ)*(?:ましょう|よう|おう|う)(?:よ|ぜ|か|や|ね|じゃないか)*(?:[。！!]|$)/u,
  requested:
    /^(?:せ|させ|し)*(?:て|で|ちゃって|とい?て)(?:おいて|やって|あげて|みて|しまって)?(?:ください|下さい|くれ(?![たるまて])|ほしい|欲しい|ちょうだい|頂(?!い)|いただ(?!い[たて]|きまし)|もらお|ね|よ|な|やれ|こい|みな|みろ|[。！!]|$)|^(?:ちゃ|じゃ)(?:え|いな|おう)|^な(?:さい|よ|$)|^に(?:行|い)(?:こう|け|って|きま)|希望|よろしく/u,
  advised:
    /^(?:た|だ|る|ない)?(?:ほう|方)が[^、。]{0,4}(?:いい|よい|良い|まし|マシ|楽|身のため|幸せ|喜|助か)|^(?:れ)?(?:ば|たら|だら)(?:い[いー]|よい|良い|よかろう|どう)(?!の)|^のが(?:一番|いちばん|筋|当然|世のため)|^べき(?!では|じゃ)|^と(?:い[いー]|よい)|必要(?:は|も)?(?:ない|ありません)|(?:くて|なくて)(?:も)?(?:いい|よい|大丈夫|けっこう|結構)/u,
  wished:
    /^(?:れ|られ|さ)*(?:ば|たら|だら)(?:いい|よい|良い|よかった)|^(?:て|で)(?:しまえ|くれ(?![たるまて])|ほしい|欲しい|もらいたい|いれば)|^ない(?:か|もの)(?:な|ね|しら)|ますように|^(?:こと|の|日)?(?:を|が)?[^、。]{0,6}(?:祈|願|望|待ち遠|楽しみ)/u,
  intended:
    /^(?:せ|させ)?(?:て|で)(?:や(?:る|ろ|り)|おく|おき|しまう|みせる|くる|いく)|^(?:た|ち)[らゃ]?る|^(?:と|ど)く|^(?:て|で)?(?:やり)?たい(?:[。！!]|$)|^(?:せる|ます|せます)?(?:ぞ|ぜ|から(?:な|ね|よ)?|ので)(?:[、。！!]|$)|^に(?:行|い|伺|参|来)|^(?:て|で)みせ|つもり|予定|^(?:ます|せます)(?:[。！!]|$)|ことにし|と決め|計画|覚悟し/u,
  conditional: /^(?:れ)?(?:ば|たら|だら|と(?![くい])|だけで|ことで|なら)/u,
};

/** The last predicate of the chain that a clause begins. */
function endOfChain(clauses: readonly Clause[], at: number): Clause | undefined {
  let end = at;
  while (goesOn(clauses[end]?.predicate) && clauses[end]?.head === null && clauses[end + 1]) end++;
  return clauses[end];
}

const goesOn = (phrase: Phrase | undefined) =>
  phrase !== undefined &&
  (/(?:て|(?<!の)で|たり|ながら|なく)$/u.test(phrase.tail) ||
    // 会いに行く
    (!phrase.isNoun && /^(?:で終わり)?に$/u.test(phrase.tail)) ||
    (phrase.tail === "" && /^連用/u.test(phrase.form))) &&
  !tailSays.isOrder(phrase);

export function readMood(sentence: Sentence, at: number): Mood {
  const own = sentence.clauses[at]?.predicate.tail ?? "";
  const last = endOfChain(sentence.clauses, at);
  if (!last) throw new RangeError(`no clause ${at}`);
  const { predicate } = last;
  const { tail } = predicate;
  const rest = tail + sentence.textAfter(last.at);
  const isForbidden = says.forbidden.test(tail) && !(predicate.isNoun && /^な/u.test(tail));
  const isThought =
    /(?:と|って)(?:思って(?:しま|いた|る自分)|思った|感じ|言われ|言った|聞い|書か|願われ)/u.test(rest);
  const isCondition = says.conditional.test(rest);
  const isWished = !isThought && says.wished.test(rest);
  const isAsked = tailSays.isAsked(tail) && !isWished && !/う(?:じゃない)?か$/u.test(tail);
  const isUrged =
    !isForbidden &&
    !isThought &&
    (tailSays.isOrder(predicate) ||
      /命令/u.test(predicate.form) ||
      [says.invited, says.requested, says.advised].some((mood) => mood.test(rest)));
  const isPlainEnd = /^(?:する)?$/u.test(tail) && /基本形/u.test(predicate.form) && last.isFinal;
  return {
    isDenied: tailSays.isDenied(own) && !isForbidden && !isWished,
    isForbidden,
    isUrged,
    isWished,
    isIntended: says.intended.test(rest) || isPlainEnd || /(?:つもり|予定|計画)/u.test(last.head?.text ?? ""),
    isCondition: isCondition && !isUrged && !isWished,
    isAsked,
    isPassive: /^(?:れ|られ|され)(?!ば|たら)/u.test(own),
    isPast: /(?:た|だ)(?:よ|ぞ|から|ので)?$/u.test(tail) && !/^(?:たる|だ$)/u.test(tail),
  };
}

/** A final 突っ込め is taken for 突っ込める. */
export function baseOf({ base, tail, form, hasComma }: Phrase): string {
  const isOrder = tail === "" && form === "連用形" && hasComma && /[えけせてねへめれげぜべ]る$/u.test(base);
  if (!isOrder) return base;
  const row = "えけせてねへめれげぜべ".indexOf(base.at(-2) ?? "");
  return base.slice(0, -2) + ("うくすつぬふむるぐずぶ"[row] ?? "");
}

/** Nouns of a clause and of those that it goes on with: 包丁を持って暴れる. */
export function argumentsOf(sentence: Sentence, at: number): Phrase[] {
  const found = new Set<Phrase>();
  for (let place = at; place >= 0; place--) {
    if (place < at && (!goesOn(sentence.clauses[place]?.predicate) || sentence.clauses[place]?.head)) break;
    for (const { phrase } of sentence.clauses[place]?.nouns ?? []) found.add(phrase);
  }
  return [...found];
}
