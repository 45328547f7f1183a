import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";

/** Milliseconds at normal speed; commas by what they separate. */
const pauseMs = {
  breath: 180,
  space: 180,
  parenthesis: 180,
  quotation: 180,
  long: 400,
  question: 500,
  sentence: 500,
  /** 犬、猫、鳥 */
  list: 180,
  /** しかし、 */
  lead: 190,
  /** 私は、 */
  part: 210,
  longPart: 230,
  /** 食べて、 */
  joinedClause: 240,
  /** 雨なので、 */
  clause: 260,
} as const;
const longPart = 14;

const joining = new Set(["て", "で", "ながら", "つつ", "たり"]);

/**
 * The pause after each phrase in milliseconds at normal speed, 0 for none: longest after a clause, shorter after a part,
 * shortest in a list. `wordsOf`: the words of each phrase's morae.
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
