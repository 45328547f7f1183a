import type { ClaimKind } from "./find-claims.ts";

const medicalNote =
  "なお、今日のお話の中身は、こちらでは確かめていません。体のことで気になる方は、専門の方にたずねてくださいね。";
const moneyNote =
  "なお、今日のお話の中身は、こちらでは確かめていません。お金のことは、ご自身でもよく調べてくださいね。";
const generalNote = "なお、今日のお話の中身は、こちらでは確かめていません。参考として聞いてくださいね。";

const notes: readonly string[] = [medicalNote, moneyNote, generalNote];

/** The sentence with which a script says that its claims are unchecked. */
export function noteFor(kinds: ReadonlySet<ClaimKind>): string {
  if (kinds.has("medical")) return medicalNote;
  return kinds.has("money") ? moneyNote : generalNote;
}

export function hasNote(script: string): boolean {
  return notes.some((note) => script.includes(note));
}

export function withoutNotes(text: string): string {
  return notes.reduce((rest, note) => rest.replaceAll(note, ""), text);
}
