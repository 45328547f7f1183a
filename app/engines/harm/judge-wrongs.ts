import type { Clause, Phrase } from "#app/engines/words/clauses.ts";
import { crimeNouns, criminals, notOne } from "./accusation-words.ts";
import { argumentsOf, readMood } from "./mood.ts";
import { isKnownToSomebody, isThatPerson } from "./names.ts";
import { type Sentence, tailSays } from "./sentence.ts";
import { labels, wrongs } from "./wrongs.ts";

const spaced = (words: string) => words.trim().split(/\s+/u);

const table = wrongs.map(({ objects, verbs, needs, isDenied = false }) => ({
  verbs: new Set(spaced(verbs)),
  objects: objects === undefined ? null : new RegExp(`(?:${spaced(objects).join("|")})$`, "u"),
  needs,
  isDenied,
}));

/** Told as somebody's good deed, a thing that was suffered, a story or a doubt. */
const excused =
  /無実|冤罪|濡れ衣|潔白|誤解|ぬれぎぬ|助け|救|守|防|止めた|断[っり]|通報|届け(?:た|て|出)|見つけ|捕まえ|逮捕|相談|被害|遭|映画|小説|物語|ドラマ|演じ|役(?:の|を|で)|夢|歌|冗談|感謝|尊敬|謝罪|反省|お詫び|講演|取材|記事|研究|見抜|見破|反論|否定|断固|(?:の|な)ふりを|もし|たとえば|例えば|手口|なぞなぞ|クイズ|疑われ|つかま|だまされかけ|未遂|ことはない|ことは(?:あり|なか)|わけ(?:では|じゃ|が)|はずがない|寄付|善意|本人の希望/u;

/**
 * Whether a person whom others can tell (a name, initials with a workplace, a nickname) is said to do a wrong of the table or
 * called one of `labels`. `topic`: of the sentence before, for あの子, 彼女 or no subject.
 */
export function tellsWrong(sentence: Sentence, topic: Phrase | null): boolean {
  if (sentence.isReported || sentence.isFiction || sentence.isHistory || sentence.isQuoted) return false;
  if (excused.test(sentence.text)) return false;
  return sentence.clauses.some((clause, at) => {
    const isWrong = isListed(sentence, at) || isLabel(sentence, clause);
    if (isWrong && isBySomebody(sentence, clause, topic)) return true;
    return isSufferedFrom(sentence, at) || isNotorious(sentence, at);
  });
}

function isListed(sentence: Sentence, at: number): boolean {
  const predicate = sentence.clauses[at]?.predicate;
  if (!predicate) return false;
  const entries = table.filter(({ verbs }) => verbs.has(predicate.base));
  if (entries.length === 0) return false;
  const mood = readMood(sentence, at);
  if (mood.isAsked || mood.isForbidden || mood.isWished || mood.isPassive) return false;
  if (tailSays.isSupposed(predicate.tail) || predicate.tail === "と") return false;
  const nouns = argumentsOf(sentence, at).filter(({ tail }) => !/^(?:が|の)/u.test(tail));
  return entries.some(
    ({ objects, needs, isDenied }) =>
      isDenied === mood.isDenied &&
      (objects === null || nouns.some(({ text }) => objects.test(text))) &&
      (!needs || needs.test(sentence.text)),
  );
}

/** 不動産屋の真壁に騙された. */
function isSufferedFrom({ phrases, clauses, isPersonal }: Sentence, at: number): boolean {
  const clause = clauses[at];
  if (!clause || isPersonal || !/^(?:れ|られ|され)/u.test(clause.predicate.tail)) return false;
  return (
    /^(?:騙す|だます|殴る|蹴る|脅す|触る|いじめる|襲う|犯す|裏切る)$/u.test(clause.predicate.base) &&
    clause.nouns.some(
      ({ phrase, at: place }) => /^に$/u.test(phrase.tail) && isKnownToSomebody(phrases, place),
    )
  );
}

/** 星川りんの整形は有名だ. */
function isNotorious({ phrases, clauses }: Sentence, at: number): boolean {
  const clause = clauses[at];
  if (
    !clause ||
    !/^(?:有名|事実|本当|周知|知られる|知れ渡る|公然|明らか|ひどい|目に余る|バレバレ)$/u.test(
      clause.predicate.base,
    )
  )
    return false;
  return phrases.some(
    (phrase, place) =>
      /^の$/u.test(phrase.tail) &&
      isKnownToSomebody(phrases, place) &&
      crimeNouns.test(phrases[place + 1]?.text ?? ""),
  );
}

function isLabel({ text }: Sentence, { predicate, isFinal }: Clause): boolean {
  return (
    predicate.isNoun &&
    isFinal &&
    (labels.test(predicate.text) || criminals.test(predicate.text)) &&
    !tailSays.isDenied(predicate.tail) &&
    !tailSays.isAsked(predicate.tail) &&
    !tailSays.isSupposed(predicate.tail) &&
    !notOne.test(text) &&
    /^(?:だ|です|で|なん|や|じゃ|よ|ね|さ|$)/u.test(predicate.tail)
  );
}

function isBySomebody(sentence: Sentence, clause: Clause, topic: Phrase | null): boolean {
  const { phrases } = sentence;
  const { subject, subjectAt, at, head } = clause;
  // 盗んだ人は…: the head did it, unless it goes on with what somebody is.
  if (head !== null && !/^(?:人|男|女|やつ|奴|人間|人物|の|こと|ん|方|変態|子)$/u.test(head.text))
    return isKnownToSomebody(phrases, at + 1);
  if (subject !== null && subjectAt < at) {
    if (isKnownToSomebody(phrases, subjectAt)) return true;
    if (topic !== null && isThatPerson(subject)) return true;
    // 上の子は: another one. A thing is no doer: 薬は, 話は.
    if (/^が/u.test(subject.tail)) return false;
  }
  const before = phrases.slice(0, at);
  const called = before.some(
    (phrase, place) =>
      (/^(?:は|って|な|なあ|さ|も|という|の(?:やつ|野郎))/u.test(phrase.tail) ||
        (phrase.tail === "" && phrase.hasComma) ||
        /ちゃん$/u.test(phrase.tail)) &&
      isKnownToSomebody(phrases, place),
  );
  return called || (topic !== null && subject === null && !sentence.isPersonal);
}
