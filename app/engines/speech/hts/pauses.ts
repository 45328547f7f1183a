import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";

/** Pauses by their mark, in milliseconds at normal speed; a comma's by what it separates. */
const pauseMs = {
  breath: 180,
  space: 180,
  parenthesis: 180,
  quotation: 180,
  long: 400,
  question: 500,
  sentence: 500,
  /** 犬、猫、鳥: parts of a list. */
  list: 180,
  /** しかし、 */
  lead: 190,
  /** 私は、 — and other parts of a sentence. */
  part: 210,
  /** A part of more than `longPart` morae. */
  longPart: 230,
  /** 食べて、 */
  joinedClause: 240,
  /** 雨なので、 */
  clause: 260,
} as const;
const longPart = 14;

/** What is joined on without a relation of its own. */
const joining = new Set(["て", "で", "ながら", "つつ", "たり"]);

/**
 * The pause after each phrase in milliseconds at normal speed, 0 where there is none. `wordsOf` are the words of each phrase's morae, by
 * phrase: a clause before 、 is followed by a longer pause than a part of a sentence, and that by a longer one than a part of a list.
 */
export function choosePauses(
  phrases: readonly AccentPhrase[],
  wordsOf: readonly (readonly (Word | undefined)[])[],
): number[] {
  let morae = 0;
  return phrases.map(({ pause, hasPauseAfter, moras }, index) => {
    morae += moras.length;
    if (!hasPauseAfter) return 0;
    const before = morae;
    morae = 0;
    if (pause !== undefined && pause !== "comma") return pauseMs[pause];
    return pauseMs[separated({ last: wordsOf[index]?.at(-1), next: wordsOf[index + 1]?.[0], morae: before })];
  });
}

function separated(o: { last: Word | undefined; next: Word | undefined; morae: number }) {
  const { last, next } = o;
  const part = o.morae > longPart ? "longPart" : "part";
  if (!last) return part;
  const { kind, detail, base, form } = last;
  if (/^(?:接続詞|感動詞|フィラー)$/.test(kind)) return "lead";
  if (kind === "副詞") return "lead";
  if (kind === "助詞" && detail === "接続助詞") return joining.has(base) ? "joinedClause" : "clause";
  if (/^(?:動詞|形容詞|助動詞)$/.test(kind)) return /^連用/.test(form) ? "joinedClause" : "clause";
  const isListed = (kind === "名詞" && detail !== "副詞可能") || (kind === "助詞" && detail === "並立助詞");
  return isListed && next?.kind === "名詞" ? "list" : part;
}
