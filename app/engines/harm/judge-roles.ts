import type { Phrase } from "#app/engines/words/clauses.ts";
import type { HarmKind } from "./harm.ts";
import { argumentsOf, baseOf, readMood } from "./mood.ts";
import { isAddressee, isPeople, isWriter, kinds } from "./noun-kinds.ts";
import { type HarmfulPredicate, harmfulPredicates, type NounKind } from "./predicates.ts";
import type { Sentence } from "./sentence.ts";

const table = harmfulPredicates.map((entry) => ({ ...entry, verbs: new Set(entry.verbs.split(" ")) }));

/** What such words are about when they harm nobody: play, vermin, kitchens, help. */
const harmless =
  /敵|ボス|ゾンビ|モンスター|試合|打線|得点|虫|蚊|ゴキブリ|ネズミ|ねずみ|雑草|菌|カビ|肉|魚|野菜|薪|たき火|キャンプ|料理|焼き芋|月曜|宿題|痛み|不安|差別|戦争|防|相談|通報|被害|救|助け|禁止|危険|犯罪です|訓練|避難|練習|ゲーム|大会|お?祝い|雪|自分を|癌細胞|がん細胞/u;

/** The kind of the first predicate that harms by who does what to whom, if the writer means it. */
export function judgeRoles(sentence: Sentence): HarmKind | null {
  const { clauses, text, phrases } = sentence;
  if (sentence.isFiction || sentence.isReported || sentence.isHistory || sentence.isQuoted) return null;
  if (harmless.test(text.replace(/毒入りの\p{L}/gu, ""))) return null;
  if (barsReturn(sentence)) return "threat";
  if (stalks(sentence) || foretellsRuin(sentence)) return "threat";
  for (const [at, clause] of clauses.entries()) {
    const entries = table.filter(
      ({ verbs }) => verbs.has(clause.predicate.base) || verbs.has(baseOf(clause.predicate)),
    );
    if (entries.length === 0) continue;
    const mood = readMood(sentence, at);
    if (mood.isDenied || mood.isForbidden || mood.isAsked || mood.isCondition) continue;
    const nouns = argumentsOf(sentence, at);
    const somebody = phrases.some(isPeople);
    // 父の病気が消えてほしい, 世界なんて消えてしまえ.
    const isRelief =
      clause.subject !== null &&
      !isPeople(clause.subject) &&
      !/飛行機|車|船|電車/u.test(clause.subject.text) &&
      clause.predicate.base !== "悪化";
    // 猟師の祖父は銃を持って行く.
    const isByOther =
      clause.subject !== null &&
      /^(?:は|が)/u.test(clause.subject.tail) &&
      !isAddressee(clause.subject) &&
      isPeople(clause.subject);
    const isWritersOwn = clause.subject !== null && isWriter(clause.subject);
    for (const entry of entries) {
      if (!entry.moods.some((name) => mood[name])) continue;
      if (entry.kind === "threat" && isByOther && !mood.isUrged) continue;
      if (mood.isPassive && !mood.isWished && !mood.isUrged) continue;
      if (entry.object && !nouns.some((noun) => isObject(noun) && isOf(noun, entry.object))) continue;
      if (entry.place && !nouns.some((noun) => isPlace(noun) && isOf(noun, entry.place))) continue;
      if (entry.needs && !entry.needs.test(text)) continue;
      if (entry.isAboutSomebody && (isWritersOwn || isRelief || !somebody)) continue;
      return entry.kind;
    }
  }
  if (sparesNobody(sentence)) return "abuse";
  return fateIsWished(sentence) ? "abuse" : null;
}

const isObject = ({ text, tail }: Phrase) => text === "毒入り" || /^(?:を|も|だけは|まで|全員|$)/u.test(tail);
const isPlace = (phrase: Phrase) =>
  /^(?:に|へ|の|を|$)/u.test(phrase.tail) || (/^で/u.test(phrase.tail) && !isPeople(phrase));
const isOf = (phrase: Phrase, wanted: HarmfulPredicate["object"]) =>
  wanted?.some((kind) =>
    kind === "person" ? isPeople(phrase) : kinds[kind satisfies NounKind].test(phrase.text),
  ) ?? true;

/** 生きて帰さない, 五体満足では帰れない. */
function barsReturn({ clauses, text, phrases }: Sentence): boolean {
  return (
    /生き|無事|五体満足|ただ/u.test(text) &&
    phrases.some(isPeople) &&
    clauses.some(
      ({ predicate }) =>
        /^(?:帰す|返す|帰せる)$/u.test(predicate.base) &&
        /^(?:ない|ません|ねえ)(?:ぞ|から|よ)*/u.test(predicate.tail),
    )
  );
}

/** お前の通学路は知ってるぞ: a private place of somebody, and that the writer knows it. */
function stalks({ clauses, phrases }: Sentence): boolean {
  return clauses.some(
    ({ predicate, nouns }) =>
      /^(?:知る|わかる|分かる|割れる|突き止める|調べる|把握)$/u.test(predicate.base) &&
      /(?:ぞ|から|んだ|よ|ぜ)/u.test(predicate.tail) &&
      nouns.some(({ phrase }) => kinds.home.test(phrase.text)) &&
      phrases.some(
        (phrase) =>
          isAddressee(phrase) && !/^(?:あなた|きみ|君)/u.test(phrase.text) && /^の/u.test(phrase.tail),
      ),
  );
}

/** おまえはもう生きてなくていい. */
const sparesNobody = ({ clauses, phrases, textAfter }: Sentence) =>
  phrases.some(isAddressee) &&
  clauses.some(
    ({ predicate, at }) =>
      predicate.base === "生きる" && /^て(?:い)?なくて(?:も)?い[いー]/u.test(predicate.tail + textAfter(at)),
  );

/** お前の店、来月には灰になってるかもな: ruin of what is an addressee's. */
function foretellsRuin({ clauses, phrases }: Sentence): boolean {
  // 痛い目にあうぞ.
  const isWarned = clauses.some(
    ({ predicate, nouns }) =>
      /^(?:あう|遭う|見る|する)$/u.test(predicate.base) &&
      /^(?:ことになる)?(?:ぞ|からな)/u.test(predicate.tail) &&
      nouns.some(({ phrase }) => /^(?:目|地獄|後悔|痛い目|ひどい目)$/u.test(phrase.text)) &&
      phrases.some(isPeople),
  );
  if (isWarned) return true;
  return clauses.some(
    ({ predicate, nouns }) =>
      (/^(?:燃える|消える|いなくなる|折れる|吹き飛ぶ|飛ぶ|死ぬ)$/u.test(predicate.base) ||
        (predicate.base === "なる" &&
          nouns.some(({ phrase }) => /(?:灰|死体|骨|血の海|火の海|更地)$/u.test(phrase.text)))) &&
      /(?:かもな|かもしれない(?:な|ね|ぞ)|ぞ|からな|だろうな)/u.test(predicate.tail) &&
      phrases.some(
        (phrase, at) =>
          isAddressee(phrase) &&
          /^の/u.test(phrase.tail) &&
          [kinds.place, kinds.people, kinds.bodyPart].some((kind) => kind.test(phrases[at + 1]?.text ?? "")),
      ),
  );
}

const fate = /^(?:寿命|天罰|罰|バチ|ばち|災い|不幸|お迎え|死神|事故|病気)$/u;

/** 早く寿命が来い、うちの姑: a bad fate of somebody is ordered or wished. */
function fateIsWished(sentence: Sentence): boolean {
  return sentence.clauses.some(({ predicate, subject }, at) => {
    if (!subject || !fate.test(subject.text)) return false;
    if (!/^(?:来る|くる|当たる|あたる|下る|くだる|訪れる|尽きる|起きる|降りかかる)$/u.test(predicate.base))
      return false;
    const mood = readMood(sentence, at);
    return (mood.isUrged || mood.isWished) && sentence.phrases.some((phrase) => isPeople(phrase));
  });
}
