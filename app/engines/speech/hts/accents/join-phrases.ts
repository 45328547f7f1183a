import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase, ReadPhrases } from "../front-end.ts";
import { findWords } from "../label-words.ts";
import { withoutEnd } from "./accent-rules.ts";

/**
 * Joins what people say in one breath of pitch and the front end begins anew, so that the pitch would dip before it: 告発|した,
 * 探して|いる, 行く|のに, 知る|ことが. Splits what it takes for one: 激しく|なる, ことは|ない. Sounds stay.
 */
export function joinPhrases(
  found: readonly AccentPhrase[],
  words: readonly Word[],
  read: ReadPhrases,
): AccentPhrase[] {
  const wordsOfFound = findWords(found, words);
  const phrases = found.flatMap((phrase, index) => splitPhrase(phrase, wordsOfFound[index] ?? [], read));
  const wordsOf = findWords(phrases, words);
  const joined: AccentPhrase[] = [];
  for (const [index, phrase] of phrases.entries()) {
    const last = joined.at(-1);
    const [before, next] = [wordsOf[index - 1]?.at(-1), wordsOf[index]?.[0]];
    if (last && before && next && !last.hasPauseAfter && isOnePhrase(before, next, [last, phrase]))
      joined[joined.length - 1] = join(last, phrase, next);
    else joined.push(phrase);
  }
  return joined;
}

const isFlat = ({ accent, moras }: AccentPhrase) => accent === moras.length;
const isNominalizer = (word: Word) => word.kind === "名詞" && /^[のん]$/.test(word.surface);

/** The first fall counts: たべ'て|いま'す. After a verb without one の makes its own: 行く'|のに. */
function join(first: AccentPhrase, second: AccentPhrase, next: Word): AccentPhrase {
  const own = isNominalizer(next) ? 0 : second.accent;
  return {
    ...second,
    moras: [...first.moras, ...second.moras],
    accent: isFlat(first) ? first.moras.length + own : first.accent,
  };
}

/** Two falls are two phrases, mostly: キャ'ッカ|サレマ'シタ. */
function isOnePhrase(before: Word, next: Word, phrases: readonly [AccentPhrase, AccentPhrase]): boolean {
  const [first] = phrases;
  const hasOneFall = phrases.some(isFlat);
  const { kind, detail, base, surface } = next;
  // という, として, but neither に対する nor を通して.
  if (before === next) return kind === "助詞" && /^[とに].+(?<!する)$/.test(surface) && hasOneFall;
  if (kind === "助詞" && detail !== "副助詞") return true;
  if (before.detail === "サ変接続" && base === "する") return hasOneFall;
  const isPolite = before.kind === "名詞" && /^[おオごゴ御]/.test(before.surface);
  if (isPolite && /^(?:する|くださる|下さる|いただく|頂く)$/.test(base)) return true;
  if (before.base === "ない" && base === "なる") return true;
  const isAuxiliary = kind === "動詞" && detail === "非自立";
  if (isAuxiliary && before.detail === "接続助詞" && /[てで]$/.test(before.surface))
    return hasOneFall || /^(?:いる|くる|みる)$/.test(base);
  if (kind !== "名詞" || detail !== "非自立") return false;
  const isDescribed = /^(?:動詞|形容詞|助動詞)$/.test(before.kind) || before.surface === "という";
  if (isNominalizer(next) || (isDescribed && /^(?:こと|事)$/.test(surface))) return true;
  return isFlat(first) && (/^(?:中|なか)$/.test(surface) || (isDescribed && surface === "ため"));
}

/** Before a verb after its adverb, and before ない. The second part is read alone, and left if its sounds are others then. */
function splitPhrase(
  phrase: AccentPhrase,
  words: readonly (Word | undefined)[],
  read: ReadPhrases,
): AccentPhrase[] {
  const at = words.findIndex((word, index) => {
    const before = words[index - 1];
    if (!word || !before || word === before) return false;
    const isAdverbial = before.kind === "形容詞" && before.form.startsWith("連用テ");
    if (word.kind === "動詞" && word.detail === "自立") return isAdverbial;
    const isNegation = word.kind === "助動詞" && word.base === "ない";
    return isNegation && (isAdverbial || /^(?:[はもワで]|じゃ)$/.test(before.surface));
  });
  if (at < 1) return [phrase];
  const text = Array.from(new Set(words.slice(at)), (word) => word?.surface ?? "").join("");
  const [second, ...others] = read(text);
  if (second?.moras.length !== phrase.moras.length - at || others.length > 0) return [phrase];
  return [
    { ...withoutEnd(phrase), moras: phrase.moras.slice(0, at), accent: Math.min(phrase.accent, at) },
    { ...phrase, moras: phrase.moras.slice(at), accent: second.accent },
  ];
}
