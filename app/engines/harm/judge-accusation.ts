import type { Clause, Phrase } from "#app/engines/words/clauses.ts";
import {
  badNoun,
  badVerb,
  crimeNouns,
  crimes,
  criminals,
  exposing,
  harmlessWith,
  innocent,
  isTold,
  notOne,
  pairs,
  playful,
  unpaid,
} from "./accusation-words.ts";
import { namedAt, namesPerson } from "./names.ts";
import { type Sentence, tailSays } from "./sentence.ts";

function accuses(sentence: Sentence, clause: Clause): boolean {
  const { predicate, nouns } = clause;
  const { base, tail } = predicate;
  const isDenied = tailSays.isDenied(tail);
  if (
    isDenied &&
    /^(?:払う|支払う|返す|返済)$/u.test(base) &&
    nouns.some(({ phrase }) => /^(?:を|も)/u.test(phrase.tail) && unpaid.test(phrase.text))
  )
    return !tailSays.isSupposed(tail);
  if (isDenied || tailSays.isSupposed(tail) || tailSays.isAsked(tail)) return false;
  // 盗まれた happens to the subject; 逮捕された tells of a crime.
  const isPassive = /(?:^|[^く])(?:れる|れた|れて|られ)|^され|^れ/u.test(tail);
  if (/(?:^|.)(?:逮捕|送検|補導)$|^(?:捕まる|つかまる)$/u.test(base))
    return (
      (isPassive || /つかまる|捕まる/u.test(base)) &&
      /らしい|だって|って|んだ|こと/u.test(tail + sentence.textAfter(clause.at))
    );
  if (isPassive) return false;
  const object = nouns.findLast(({ phrase }) => /^(?:を|も)/u.test(phrase.tail))?.phrase;
  if (object && playful.test(object.text)) return false;
  const around = sentence.text;
  if (
    nouns.some(({ phrase }) =>
      pairs.some(
        ({ verb, noun, particle, needs }) =>
          verb.test(base) &&
          particle.test(phrase.tail) &&
          noun.test(phrase.text) &&
          (!needs || needs.test(around)),
      ),
    )
  )
    return true;
  if (
    object &&
    crimeNouns.test(object.text) &&
    !innocent.test(base) &&
    !(/^する$/u.test(base) && /^に/u.test(nouns.at(-1)?.phrase.tail ?? "")) &&
    !/^(?:に|と)つい/u.test(object.tail)
  )
    return true;
  if (isBadDeed(clause, around)) return true;
  if (predicate.isNoun) {
    if (/^(?:し|する|した|して|さ|でき|やっ)/u.test(tail))
      return crimes.test(base) || crimes.test(predicate.text);
    return criminals.test(predicate.text);
  }
  return crimes.test(base);
}

function isBadDeed({ predicate, nouns }: Clause, text: string): boolean {
  const { base } = predicate;
  if (innocent.test(base) || harmlessWith.test(base)) return false;
  if (/^寝る$/u.test(base))
    return nouns.some(
      ({ phrase }) =>
        /^と/u.test(phrase.tail) &&
        /彼氏|彼女|夫|旦那|妻|男|女|上司|社長|部下|客|監督|先生|生徒/u.test(phrase.text),
    );
  if (badVerb.test(base)) return true;
  return nouns.some(({ phrase, at }, place) => {
    if (
      !/^(?:を|で|に|と|から|も)/u.test(phrase.tail) ||
      /被害|対策|防止|問題|事件|ニュース|話|本|映画|相談/u.test(phrase.text)
    )
      return false;
    const before = nouns[place - 1];
    const owned =
      before && before.at === at - 1 && /^の$/u.test(before.phrase.tail)
        ? `${before.phrase.text}の${phrase.text}`
        : phrase.text;
    if (/^(?:借金|嘘|うそ|ウソ|下着|裸|公金|偽物|個人情報|ホスト|デマ|悪口|陰口)$/u.test(phrase.text))
      return /隠|盗|だま|騙|抱え|流|漏|売|使|つ[いく]|貢|ばらま|言い|撮|から/u.test(text);
    return badNoun.test(owned);
  });
}
/** Whether a named person is said to have done or to be something criminal or shameful. `topic`: of the sentence before. */
export function accusesSomebody(sentence: Sentence, topic: Phrase | null): boolean {
  const { phrases, clauses } = sentence;
  if (sentence.isReported || sentence.isFiction || sentence.isHistory) return false;
  for (const clause of clauses) {
    const after = sentence.textAfter(clause.at);
    const headIsNamed = clause.head !== null && namedAt(phrases, clause.at + 1);
    if (!accuses(sentence, clause)) continue;
    // 嘘をつくのが下手だ; のぞきにあった友だち, the one.
    const next = phrases[clause.at + 1];
    if (
      /の[がは]$/u.test(clause.predicate.tail) &&
      next &&
      (innocent.test(next.base) || harmlessWith.test(next.base))
    )
      continue;
    if (
      clause.head &&
      !headIsNamed &&
      !taken.test(clause.head.text) &&
      !/^が/u.test(clause.subject?.tail ?? "") &&
      !clause.head.isPredicate
    )
      continue;
    if (
      clause.head &&
      !headIsNamed &&
      (isTold.test(clause.head.text) ||
        (/^(?:方法|手口|人|者|犯人|男|女|店|客|側|子|ため|ほう|時|とき|前|なら|くらい|ほど|わけ|はず)/u.test(
          clause.head.text,
        ) &&
          clause.subject === null))
    )
      continue;
    if (clause.head && notOne.test(after)) continue;
    if (headIsNamed) return true;
    // 辻村は…寝る女だ.
    const last = phrases[clause.at + 1];
    const named = sentence.phrases
      .slice(0, clause.at)
      .some((phrase, at) => /^(?:は|って|が|も)/u.test(phrase.tail) && namedAt(phrases, at));
    if (
      clause.subject === null &&
      clause.head &&
      last?.isPredicate &&
      /^(?:女|男|やつ|奴|人間|クズ|野郎|人物|親|教師|医者|店主)$/u.test(last.text) &&
      named &&
      !tailSays.isDenied(last.tail)
    )
      return true;
    if (clause.subject !== null) {
      if (namedAt(phrases, clause.subjectAt)) return true;
      continue;
    }
    if (topic && clause.isFinal && !sentence.isPersonal) return true;
  }
  // 水原は整形で、…
  const isJoined = phrases.some(
    (phrase, at) =>
      /^で$/u.test(phrase.tail) &&
      phrase.hasComma &&
      (criminals.test(phrase.text) || crimes.test(phrase.text)) &&
      phrases.slice(0, at).some(({ tail }, before) => /^(?:は|って)/u.test(tail) && namedAt(phrases, before)),
  );
  return isJoined || namesCulprit(sentence) || marksName(sentence);
}

/** The object or the deed itself: 盗んだ金, 殺したこと. Other nouns have another doer. */
const taken =
  /(?:金|お金|財布|もの|物|品|商品|写真|動画|カード|車|現金|データ|情報|カメラ|論文|作品|こと|過去|疑惑|噂|うわさ|証拠|ところ|瞬間|とき|時|後|あと|前|下着|自転車|まま|くせ|だけ|の|ん|罪|日|場所|部屋|うえ|上|仕事|常習犯|ため)$/u;

/** 犯人は佐伯だ, 盗んだのは郷田だ. */
function namesCulprit({ phrases, clauses, textAfter }: Sentence): boolean {
  return clauses.some(({ predicate, at, nouns }) => {
    if (!predicate.isNoun || !namesPerson(predicate)) return false;
    if (
      tailSays.isDenied(predicate.tail) ||
      tailSays.isAsked(predicate.tail) ||
      tailSays.isSupposed(predicate.tail)
    )
      return false;
    if (notOne.test(textAfter(at))) return false;
    const isTopic = (tail: string) => /^(?:は|って|が)/u.test(tail);
    const culprit = nouns.some(
      ({ phrase }) =>
        (isTopic(phrase.tail) || (phrase.hasComma && phrase.tail === "")) && criminals.test(phrase.text),
    );
    const didIt = phrases.slice(0, at).some((phrase, before) => {
      const isNominal =
        /(?:の|やつ)は$/u.test(phrase.tail) ||
        (/^(?:の|やつ|ん|人)$/u.test(phrases[before + 1]?.text ?? "") &&
          /^は/u.test(phrases[before + 1]?.tail ?? ""));
      const object = phrases.slice(0, before).findLast(({ tail }) => /^を/u.test(tail));
      return (
        phrase.isPredicate &&
        isNominal &&
        (crimes.test(phrase.base) ||
          (object !== undefined &&
            pairs.some(({ verb, noun }) => verb.test(phrase.base) && noun.test(object.text)))) &&
        !(object && playful.test(object.text))
      );
    });
    return culprit || didIt;
  });
}

/** 泥棒の立花まい, 詐欺師・黒部隆之, 室井の盗撮を告発する. */
function marksName({ phrases, text }: Sentence): boolean {
  const equated = /^(.+?)\s*[=＝:：/／]\s*(.+?)$/u.exec(text);
  if (
    equated &&
    criminals.test(equated[2] ?? "") &&
    phrases.some((phrase) => namesPerson({ ...phrase, text: phrase.text.split(/[=＝:：]/u)[0] ?? "" }))
  )
    return true;
  return phrases.some((phrase, at) => {
    const next = phrases[at + 1];
    const marked = new RegExp(`^(?:${criminals.source.slice(3, -2)})(?:・|の)?(.+)$`, "u").exec(
      phrase.text,
    )?.[1];
    if (
      marked &&
      namesPerson({ ...phrase, text: marked, content: phrase.content.slice(1) }) &&
      phrase.content.length > 1
    )
      return true;
    if (!next) return false;
    if (
      criminals.test(phrase.text) &&
      /^(?:の)?$/u.test(phrase.tail) &&
      namesPerson(next) &&
      !/(?:担当|被害|係|研究|取材)/u.test(text)
    ) {
      // 詐欺の山田記者 works on it.
      return !/^(?:詐欺|不倫|横領|万引き|カンニング|裏口入学|整形|犯人|前科)$/u.test(phrase.text);
    }
    if (namesPerson(phrase) && /^の$/u.test(phrase.tail) && crimeNouns.test(next.text)) {
      const rest = phrases.slice(at + 2);
      if (/^(?:被害|疑い|話|うわさ|噂|防止|対策|相談)/u.test(rest[0]?.text ?? "")) return false;
      return (
        (rest.length === 0 && next.isPredicate && !/^(?:は|が)/u.test(next.tail)) ||
        rest.some(
          ({ base, text: word, tail }) =>
            (exposing.test(base) || exposing.test(word)) && !tailSays.isDenied(tail),
        )
      );
    }
    return false;
  });
}
