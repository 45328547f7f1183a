export const whoseKinds = ["member", "visitor", "operator", "nobody"] as const;

/** What one table of the database holds, in Japanese for operators. */
export interface DataMapLine {
  /** About whom. `nobody`: figures and texts of the site that name no person. */
  whose: (typeof whoseKinds)[number];
  what: string;
  why: string;
  /** How long. */
  kept: string;
  seenBy: string;
  /** Columns that tell something about a person, each in a few words. Keys to other tables are not listed. */
  personal?: Readonly<Record<string, string>>;
  /** The other columns of free text or JSON: somebody has looked at them and they tell nothing about a person. */
  impersonal?: readonly string[];
  /** The fields of the member's export that hold it, or why none does. Missing where no member is concerned. */
  exported?: readonly string[] | string;
  /** Whether all goes with the account; or what stays, and why. Missing where no member is concerned. */
  withAccount?: "gone" | { stays: string };
}

/** By the table's name in the database. */
export type DataMapLines = Readonly<Record<string, DataMapLine>>;

/** What many lines say of `kept` and `seenBy`. */
export const untilRemoved = "ご自身で消すか、退会するまで";
export const untilAccountEnds = "退会するまで";
export const untilTrackEnds = "音声が消えるまで";
export const seenByThemselves = "本人、運営者";

export const whoseLabels: Record<DataMapLine["whose"], string> = {
  member: "会員",
  visitor: "会員でない方を含む",
  operator: "運営者",
  nobody: "個人に関しないもの",
};

export const personalText = ({ personal = {} }: DataMapLine): string =>
  [...new Set(Object.values(personal))].join("、") || "—";

export const exportedText = ({ exported }: DataMapLine): string =>
  typeof exported === "string" ? `なし（${exported}）` : (exported?.join("、") ?? "—");

export function withAccountText({ withAccount }: DataMapLine): string {
  if (withAccount === undefined) return "—";
  return withAccount === "gone" ? "すべて消える" : `残る（${withAccount.stays}）`;
}
