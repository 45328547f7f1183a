import type { trackReports } from "#db/schema/index.ts";

export type ReportReason = (typeof trackReports.$inferSelect)["reason"];

export type ReportOutcome = NonNullable<(typeof trackReports.$inferSelect)["outcome"]>;

export const offeredReasons = [
  "copyright",
  "privacy",
  "impersonation",
  "violence",
  "false",
  "spam",
  "other",
] as const satisfies readonly ReportReason[];

export const reasonLabels: Record<ReportReason, string> = {
  copyright: "著作権などの権利を侵害している",
  privacy: "個人情報が含まれている、プライバシーを侵害している",
  impersonation: "声や人のなりすまし",
  violence: "暴力的・差別的、または人を傷つける",
  false: "事実と異なる",
  spam: "宣伝やスパムである",
  other: "その他",
};

/** Of a line's beginning, in characters. */
export const maxReportQuote = 200;

export const maxCommentLength = 1000;

export const reportPath = (trackId: number) => `/track/${trackId}/report`;

export const reportMessages = {
  heading: "この音声を報告",
  own: "自分の音声は報告できません",
  unknownLine: "台本が変わっています。もう一度選んでください",
  failed: "報告を送信できませんでした。もう一度お試しください。",
} as const;

export const memberReportMessages = {
  heading: "この会員を報告",
  own: "自分は報告できません",
} as const;

export const playlistReportMessages = {
  heading: "このプレイリストを報告",
  own: "自分のプレイリストは報告できません",
} as const;

export const memberReportPath = (member: { id: string }) => `/user/${encodeURIComponent(member.id)}/report`;

export const playlistReportPath = (playlist: { id: number }) => `/playlists/${playlist.id}/report`;
