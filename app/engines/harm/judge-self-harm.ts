import { argumentsOf, readMood } from "./mood.ts";
import { isPeople, isWriter } from "./noun-kinds.ts";
import { selfHarm } from "./predicates.ts";
import { type Sentence, tailSays } from "./sentence.ts";

/** Whether dying or hurting oneself is urged, praised, promised to help, or sought together. `nearby`: with the neighbours. */
export function encouragesSelfHarm(sentence: Sentence, nearby: string): boolean {
  const { clauses, text, phrases } = sentence;
  if (sentence.isFiction || sentence.isReported || sentence.isHistory || sentence.isQuoted) return false;
  if (selfHarm.helped.test(nearby)) return false;
  if (/蚊|虫|ゾンビ|敵|ボス|猫|株|電池|細胞|月曜|たくな|たい(?:と|気持ち|ほど|くらい|わけ)/u.test(text))
    return false;
  return (
    clauses.some((clause, at) => {
      const { predicate, subject, nouns, head } = clause;
      if (
        predicate.isNoun &&
        selfHarm.praise.test(predicate.text) &&
        !tailSays.isDenied(predicate.tail) &&
        !tailSays.isAsked(predicate.tail) &&
        nouns.some(
          ({ phrase }) => selfHarm.deed.test(phrase.text) && /^(?:は|って|も|こそ)/u.test(phrase.tail),
        )
      )
        return true;
      const hurtsWithNoun = selfHarm.withNoun.some(
        ({ verbs, noun, needs }) =>
          verbs.test(predicate.base) &&
          argumentsOf(sentence, at).some((phrase) => noun.test(phrase.text)) &&
          (!needs || needs.test(text)),
      );
      if (!hurtsWithNoun && !selfHarm.verbs.test(predicate.base)) return false;
      if (/^(?:飛びこむ|飛び込む)$/u.test(predicate.base) && !/線路|電車|海|川|車道/u.test(text))
        return false;
      if (/^実行$/u.test(predicate.base) && !/死|自殺|生きる価値|消え/u.test(text)) return false;
      if (/^終わらせる$/u.test(predicate.base) && !/人生|命|自分で/u.test(text)) return false;
      if (/^旅立つ$/u.test(predicate.base) && !/薬|この世|あの世|首/u.test(text)) return false;
      const isOthers =
        subject !== null &&
        (isWriter(subject) ||
          (!hurtsWithNoun && !isPeople(subject) && !/^(?:人|方|君|きみ|あなた|みんな)$/u.test(subject.text)));
      const mood = readMood(sentence, at);
      if (mood.isDenied || mood.isForbidden || mood.isAsked || (isOthers && !mood.isUrged)) return false;
      if (mood.isUrged) return true;
      const after = sentence.textAfter(clause.at);
      // 首でもくくれば: no more than a suggestion.
      if (/^ば(?:いい|どう)?$/u.test(predicate.tail) && after === "") return true;
      if (/^(?:て|で)$/u.test(predicate.tail) && /^切る$/u.test(predicate.base) && selfHarm.gain.test(after))
        return true;
      if (
        /^(?:権利|自由|勇気)$/u.test(head?.text ?? "") &&
        /(?:あります|ある)(?:よ|んです)?[。]?$/u.test(text)
      )
        return true;
      if (
        /(?:^|続け)(?:ば|なら|と(?!い)|たら|だら|だけで|ことで|るのが)/u.test(predicate.tail) &&
        selfHarm.gain.test(after)
      )
        return true;
      return (
        head !== null &&
        /^(?:人|方|仲間|相手|友だち|友達|同志)$/u.test(head.text) &&
        selfHarm.together.test(after) &&
        (/一緒|いっしょ|ともに|共に|みんなで/u.test(text) || phrases.at(-1)?.isPredicate === true) &&
        !mood.isPast
      );
    }) || sharesWounds(sentence)
  );
}

/** リストカットの傷を見せ合おう. */
function sharesWounds({ text, clauses }: Sentence): boolean {
  return (
    /リストカット|リスカ|自傷|アムカ/u.test(text) &&
    clauses.some(
      ({ predicate }) =>
        /^(?:見せ合う|競う|比べる|自慢|交換)$/u.test(predicate.base) && !tailSays.isDenied(predicate.tail),
    )
  );
}
