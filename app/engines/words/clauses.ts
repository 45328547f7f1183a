import type { Word } from "./analyze-words.ts";

/** 文節: a content word with particles and auxiliaries. */
export interface Phrase {
  /** As written, with prefixes and suffixes. */
  text: string;
  /** Dictionary form; with する or a copula the noun. */
  base: string;
  content: Word[];
  isNoun: boolean;
  /** Verb, adjective, noun with する or copula, or the final noun. */
  isPredicate: boolean;
  /** As written: には, ている, なかったらしい. */
  tail: string;
  form: string;
  hasComma: boolean;
}

export interface Clause {
  predicate: Phrase;
  at: number;
  /** With が, else the topic (は, も, って, なんて), else the noun after an attributive clause. */
  subject: Phrase | null;
  subjectAt: number;
  /** By first particle, は and も included. */
  nouns: { phrase: Phrase; at: number }[];
  /** 盗んだ in 盗んだ人. */
  head: Phrase | null;
  isFinal: boolean;
}

const isSuffix = (word: Word) =>
  word.kind === "名詞" &&
  (word.detail === "接尾" || word.detail === "特殊" || word.detail === "動詞非自立的");
const isBound = (word: Word) =>
  word.kind === "助詞" ||
  word.kind === "助動詞" ||
  (word.kind === "動詞" && word.detail !== "自立") ||
  (word.kind === "形容詞" && word.detail !== "自立");
const copulas = new Set(["だ", "です", "である", "じゃ", "っす"]);
const topicTail = /^(?:に|と|で|から|へ)?(?:は|も|って|なんて|なんか|こそ|など|とか)/u;

const joins = (last: Word | undefined, next: Word) =>
  isSuffix(next) ||
  (next.detail !== "副詞可能" &&
    last?.detail !== "代名詞" &&
    last?.detail !== "副詞可能" &&
    next.detail !== "代名詞" &&
    !/^(?:みんな|全員)$/u.test(next.surface));

export function readPhrases(written: readonly Word[]): Phrase[] {
  const words = joinGivenNames(written);
  const phrases: Phrase[] = [];
  let current: Phrase | null = null;
  const open = (word: Word): Phrase => {
    current = {
      text: word.surface,
      base: word.base,
      content: [word],
      isNoun: word.kind === "名詞" || word.kind === "接頭詞",
      isPredicate: word.kind === "動詞" || word.kind === "形容詞",
      tail: "",
      form: word.form,
      hasComma: false,
    };
    phrases.push(current);
    return current;
  };
  for (const word of words) {
    const phrase = current as Phrase | null;
    if (word.kind === "記号") {
      const joinsNames = word.surface === "・" && phrase?.isNoun && phrase.tail === "";
      if (joinsNames) phrase.text += word.surface;
      else if (phrase) phrase.hasComma = true;
      continue;
    }
    if (phrase === null || phrase.hasComma) {
      open(word);
      continue;
    }
    if (isBound(word)) {
      if (phrase.isNoun && (copulas.has(word.base) || /^(?:じゃ|だって|なの)$/u.test(word.surface)))
        phrase.isPredicate = true;
      phrase.tail += word.surface;
      if (word.kind !== "助詞") phrase.form = word.form;
      continue;
    }
    const isBareNoun = phrase.isNoun && phrase.tail === "";
    if (isBareNoun && word.kind === "動詞" && /^(?:する|できる|いたす|なさる|して.*)$/u.test(word.base)) {
      phrase.isPredicate = true;
      phrase.tail += word.surface;
      phrase.form = word.form;
      continue;
    }
    if (
      isBareNoun &&
      (word.kind === "名詞" || word.kind === "接頭詞") &&
      joins(phrase.content.at(-1), word)
    ) {
      phrase.text += word.surface;
      phrase.base = phrase.text;
      phrase.content.push(word);
      continue;
    }
    // 〜んです, 〜のだ continue the predicate.
    const isExplanation =
      word.detail === "非自立" &&
      /^(?:ん|の)$/u.test(word.surface) &&
      phrase.isPredicate &&
      phrase.tail !== "の";
    if (isExplanation || (isSuffix(word) && phrase.isPredicate)) {
      phrase.tail += word.surface;
      continue;
    }
    open(word);
  }
  for (const phrase of phrases) {
    endGivenName(phrase);
    // のぞきの, いじめの: a noun.
    if (phrase.form === "連用形" && phrase.tail === "の")
      Object.assign(phrase, { isNoun: true, isPredicate: false });
  }
  const last = phrases.at(-1);
  if (last?.isNoun && /^(?:よ|ね|さ|か|ばかり|だけ|め|ども)*$/u.test(last.tail)) last.isPredicate = true;
  return phrases;
}

/** Other nouns to IPADIC: 立花, 沼田. */
const familyNameEnd = /^\p{Script=Han}[田川沢澤崎藤村井橋塚花渕谷浦岡森島松尾木野原本瀬沼辺]$/u;
const noFamilyName =
  /^(?:水田|油田|塩田|棚田|小川|河川|山川|大川|谷川|漁村|農村|山村|寒村|生花|草花|造花|火花|桜花|供花|花井|天井|油井|古井|鉄橋|陸橋|架橋|石橋|貝塚|蟻塚|渓谷|峡谷|幽谷|津浦|福岡|静岡|盛岡|半島|列島|諸島|離島|孤島|全島|青森|山森|草原|野原|高原|平原|雪原|川原|海原|分野|視野|原野|広野|植木|庭木|流木|樹木|大木|巨木|古木|材木|草木|並木|若木|枯木|枯れ木|雑木|土木|首尾|語尾|末尾|交尾|門松|黒松|日本|絵本|見本|基本|資本|標本|手本|台本|古本|脚本|根本|製本|熊本|岐阜|早瀬|浅瀬|立つ瀬|湖沼|池沼|泥沼|周辺|近辺|海辺|水辺|窓辺|岸辺|川辺|浜辺|身辺|底辺)$/u;

/** Whether a word is a family name, by the dictionary and typical endings. */
export function isFamilyName(word: Word): boolean {
  if (word.kind !== "名詞") return false;
  if (word.subdetail === "人名") return word.detail === "固有名詞";
  if (word.pronunciation === undefined) return /^\p{Script=Han}{2,5}$/u.test(word.surface);
  return (
    (word.detail === "一般" || word.detail === "固有名詞") &&
    familyNameEnd.test(word.surface) &&
    !noFamilyName.test(word.surface)
  );
}

/** 立花まい, 水原ゆい: hiragana given names taken for verbs or auxiliaries. */
function joinGivenNames(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  words.forEach((word, at) => {
    const before = joined.at(-1);
    const next = words[at + 1];
    const isFamily = before !== undefined && isFamilyName(before);
    const isOdd =
      /^[ぁ-ん]{2,4}$/u.test(word.surface) &&
      ["動詞", "助動詞", "副詞", "感動詞", "形容詞", "フィラー"].includes(word.kind) &&
      !copulas.has(word.base) &&
      word.base !== "する";
    const endsName =
      !next ||
      next.kind === "記号" ||
      (next.kind === "助詞" && /^(?:は|が|の|を|も|に|と|って)$/u.test(next.surface));
    if (isFamily && isOdd && endsName)
      joined.push({
        ...word,
        base: word.surface,
        kind: "名詞",
        detail: "固有名詞",
        subdetail: "人名",
        form: "*",
      });
    else joined.push(word);
  });
  return joined;
}

const attributiveForms = /基本形|体言接続|連体/u;

/** Before the noun it describes. */
function describesNext(phrase: Phrase, next: Phrase | undefined): boolean {
  if (!next?.isNoun || phrase.hasComma || !attributiveForms.test(phrase.form)) return false;
  return !/(?:と|から|ので|けど|が|し|って|よ|ね|ぞ|な|か|は|も|を|に|で|の|のは|のが|のを)$/u.test(
    phrase.tail,
  );
}

/** 笹本はる|きは: the given name's last letter was taken for a particle. */
function endGivenName(phrase: Phrase): void {
  const cut = /^([なきみりかやねさえこちつお])(は|が|を|に|の|って|も)$/u.exec(phrase.tail);
  if (!cut?.[1] || !cut[2] || !phrase.isNoun || !phrase.content.some(isFamilyName)) return;
  phrase.text += cut[1];
  phrase.tail = cut[2];
  phrase.isPredicate = false;
}

const isAmount = ({ content }: Phrase) =>
  content[0]?.detail === "数" || content.at(-1)?.detail === "副詞可能";

/** Nouns to the left that no earlier predicate took, and the topic. */
export function readClauses(phrases: readonly Phrase[]): Clause[] {
  const clauses: Clause[] = [];
  let free: Clause["nouns"] = [];
  let topic: { phrase: Phrase; at: number } | null = null;
  let carried: { phrase: Phrase; at: number } | null = null;
  phrases.forEach((phrase, at) => {
    const isCalled = at <= 2 && phrase.tail === "" && phrase.hasComma;
    if (phrase.isNoun && (topicTail.test(phrase.tail) || isCalled) && !isAmount(phrase)) {
      topic = { phrase, at };
      carried = null;
    }
    // 都合よく書き換える: an adverb.
    if (
      phrase.content[0]?.kind === "形容詞" &&
      /^連用/u.test(phrase.form) &&
      phrase.tail === "" &&
      !phrase.hasComma
    )
      return;
    if (!phrase.isPredicate) {
      if (phrase.isNoun) free.push({ phrase, at });
      return;
    }
    const next = phrases[at + 1];
    const isAttributive = describesNext(phrase, next);
    const own = free.findLast(({ phrase: noun }) => /^(?:が|のみが|だけが)/u.test(noun.tail));
    const nouns = topic && !free.includes(topic) ? [topic, ...free] : free;
    const subject =
      own ??
      (isAttributive && next ? null : (topic ?? carried)) ??
      (topic as { phrase: Phrase; at: number } | null);
    clauses.push({
      predicate: phrase,
      at,
      subject: subject?.phrase ?? null,
      subjectAt: subject?.at ?? -1,
      nouns: [...nouns],
      head: isAttributive && next ? next : null,
      isFinal: at === phrases.length - 1,
    });
    if (own && !isAttributive) carried = own;
    // は belongs to later predicates too, other particles to the first.
    free = free.filter(({ phrase: noun }) => topicTail.test(noun.tail) && isAttributive);
    if (phrase.isNoun && !/^(?:だ|です|である)/u.test(phrase.tail)) free.push({ phrase, at });
  });
  return clauses;
}
