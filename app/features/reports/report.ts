import type { trackReports } from "#db/schema/index.ts";

export type ReportReason = (typeof trackReports.$inferSelect)["reason"];

/** What the operator did about a report. */
export type ReportOutcome = NonNullable<(typeof trackReports.$inferSelect)["outcome"]>;

/** The reasons in the order of the form. */
export const offeredReasons = [
  "copyright",
  "privacy",
  "violence",
  "false",
  "spam",
  "other",
] as const satisfies readonly ReportReason[];

/** Labels of the reasons. */
export const reasonLabels: Record<ReportReason, string> = {
  copyright: "著作権などの権利を侵害している",
  privacy: "個人情報が含まれている、プライバシーを侵害している",
  violence: "暴力的・差別的、または人を傷つける",
  false: "事実と異なる",
  spam: "宣伝やスパムである",
  other: "その他",
};

/** Longest beginning of a reported line that is kept, in characters. */
export const maxReportQuote = 200;

/** Max characters of a comment. */
export const maxCommentLength = 1000;

/** The page of a track's report form. */
export const reportPath = (trackId: number) => `/track/${trackId}/report`;

export const reportMessages = {
  heading: "この音声を報告",
  own: "自分の音声は報告できません",
  unknownLine: "台本が変わっています。もう一度選んでください",
  failed: "報告を送信できませんでした。もう一度お試しください。",
} as const;
