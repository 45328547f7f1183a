import type { objections } from "#db/schema/index.ts";

type Stored = typeof objections.$inferSelect;
export type ObjectionParty = Stored["party"];
type ObjectionDemand = Stored["demand"];
type ObjectionOutcome = NonNullable<Stored["outcome"]>;

export const objectionFormPath = "/objection";

/** The objector's page. Nobody without the token gets it. */
export const objectionPath = ({ receipt, token }: { receipt: string; token: string }) =>
  `${objectionFormPath}/${receipt}?${new URLSearchParams({ key: token })}`;

/** Of a case that the author opened: what it is about was taken down without an objection. */
export const isOfAuthor = ({ party }: { party: ObjectionParty }): boolean => party === "author";

/** Whom the form asks for. */
export const partyLabels: Record<Exclude<ObjectionParty, "author">, string> = {
  "right-holder": "著作権など、権利を持っている",
  person: "名前やプライバシーのことを語られている",
  voice: "声や話し方をまねされている",
  representative: "上のいずれかの方の代理人である",
  other: "その他",
};

export const partyLabel = (party: ObjectionParty): string =>
  party === "author" ? "公開を止められた会員" : partyLabels[party];

export const demandLabels: Record<ObjectionDemand, string> = {
  "take-down": "公開を止めてほしい",
  correct: "内容を直してほしい",
  other: "その他",
};

/** Who was taken down chooses nothing: an appeal asks to have it looked at again. */
export const demandLabel = ({ party, demand }: { party: ObjectionParty; demand: ObjectionDemand }): string =>
  party === "author" ? "公開停止への異議" : demandLabels[demand];

export const outcomeLabels: Record<ObjectionOutcome, string> = {
  "taken-down": "公開を止めました",
  rejected: "申し立てに応じませんでした",
  settled: "ほかの方法で対応しました",
  restored: "公開停止を解きました",
};

export const isObjectionOutcome = (outcome: string | null): outcome is ObjectionOutcome =>
  outcome !== null && outcome in outcomeLabels;

/** What a decision was, after `earlier` ones of its case: a refusal after a takedown gives back what was taken down. */
export const decidedLabel = (outcome: ObjectionOutcome, earlier: readonly (string | null)[]): string =>
  outcomeLabels[outcome === "rejected" && earlier.includes("taken-down") ? "restored" : outcome];

export type ObjectionState = "open" | ObjectionOutcome;

export const stateLabel = (state: ObjectionState): string =>
  state === "open" ? "確認しています" : outcomeLabels[state];

/** Authors of what was taken down. */
export const appealPath = "/appeal";

/** Protects the console: an author's messages about one case. */
export const maxAppeals = 20;

export const maxObjectionLengths = { target: 500, explanation: 4000, message: 4000 };

/** The program's promise: until then an objection is decided. */
export const objectionDueDays = 7;

/** Protects the console: an objector's messages about one case. */
export const maxObjectorMessages = 50;

/** After the decision; then its texts are erased. */
export const objectionRetentionDays = 365;

/** In one form. */
export const maxEvidenceFiles = 3;
/** Protects the storage: of one case. */
export const maxEvidenceOfCase = 12;
export const maxEvidenceMegabytes = 5;
export const maxEvidenceBytes = maxEvidenceMegabytes * 1024 * 1024;

export const evidenceField = "files";

export const evidenceHelp = `PNG、JPEG、WebP、PDF、テキスト（UTF-8）、MP3、WAVを、一度に${maxEvidenceFiles}個まで、1個${maxEvidenceMegabytes}MBまで。運営だけが見ます。入力に直すところがあったときは、ファイルをもう一度選んでください。`;

export interface EvidenceFile {
  id: number;
  name: string;
  bytes: number;
}

export const evidenceSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`;

export const objectionMessages = {
  heading: "申し立て",
  failed: "送信できませんでした。もう一度お試しください。",
  missing: "申し立てが見つかりません",
} as const;
