import type { ClaimKind } from "./find-claims.ts";

const figureNotes = [
  "この数字は確かめられていないので、参考として聞いてくださいね。",
  "数字は、まだ確かめられていません。目安として聞いてくださいね。",
] as const;
const superlativeNotes = [
  "いちばんかどうかは確かめられていないので、ひとつの見方として聞いてくださいね。",
] as const;
const absoluteNotes = ["そうでない場合もあるかもしれません。参考として聞いてくださいね。"] as const;
const hearsayNotes = ["これは伝え聞きで、確かめられてはいません。そのつもりで聞いてくださいね。"] as const;
const medicalNotes = [
  "ここは確かめられていません。体のことなので、気になる方は専門の方にたずねてくださいね。",
] as const;
const moneyNotes = [
  "ここは確かめられていません。お金のことなので、ご自身でもよく調べてくださいね。",
] as const;
const plainNotes = [
  "ここは確かめられていないので、参考として聞いてくださいね。",
  "このあたりは、まだ確かめられていません。参考として聞いてくださいね。",
  "ここも、確かめられてはいません。ひとつのお話として聞いてくださいね。",
] as const;

/** Said once near the end, for everything that has no note of its own. */
export const closingNote =
  "なお、今日のお話の中身は、こちらでは確かめきれていません。参考として聞いてくださいね。";

const allNotes: readonly string[] = [
  ...figureNotes,
  ...superlativeNotes,
  ...absoluteNotes,
  ...hearsayNotes,
  ...medicalNotes,
  ...moneyNotes,
  ...plainNotes,
];

/** The notes that fit a turn with claims of these kinds. */
export function notesFor(kinds: ReadonlySet<ClaimKind>): readonly string[] {
  if (kinds.has("medical")) return medicalNotes;
  if (kinds.has("money")) return moneyNotes;
  const grave = [...kinds].filter((kind) => kind !== "name");
  if (grave.length > 0 && grave.every((kind) => kind === "date" || kind === "figure")) return figureNotes;
  if (grave.length !== 1) return plainNotes;
  if (grave[0] === "superlative") return superlativeNotes;
  if (grave[0] === "absolute") return absoluteNotes;
  if (grave[0] === "hearsay") return hearsayNotes;
  return plainNotes;
}

/** Whether a turn tells the listener that what was said just before is unchecked. */
export function holdsNote(text: string): boolean {
  return allNotes.some((note) => text.includes(note));
}

/** The note with which a turn begins; empty when it begins otherwise. */
export function leadingNote(text: string): string {
  return allNotes.find((note) => text.startsWith(note)) ?? "";
}

/** A text without the notes, which are no claims of the member's. */
export function withoutNotes(text: string): string {
  return [...allNotes, closingNote].reduce((rest, note) => rest.replaceAll(note, ""), text);
}
