import type { trackUploads } from "#db/schema/index.ts";

export type Upload = typeof trackUploads.$inferSelect;

export const maxUploadBytes = 200 * 1024 * 1024;
export const maxUploadSeconds = 3 * 60 * 60;
export const maxUploadTitleLength = 100;
export const maxTranscriptBytes = 1024 * 1024;
export const maxUploadLabels = 5;
export const maxLabelLength = 30;

export const uploadPath = "/admin/upload";
export const uploadPagePath = (id: string) => `${uploadPath}?upload=${id}`;

/** Extensions too, because some systems know no media type for them. */
export const acceptedAudio = "audio/*,.mp3,.m4a,.ogg,.oga,.opus,.flac,.wav";

export const uploadMessages = {
  failed: "アップロードに失敗しました",
  noTitle: "タイトルを入力してください",
  titleTooLong: `タイトルは${maxUploadTitleLength}文字以内で入力してください`,
  noFile: "音声ファイルを選んでください",
  severalFiles: "音声ファイルは1つずつ送ってください",
  tooLarge: "音声ファイルは200MBまでです",
  unsupported: "この形式には対応していません。MP3、M4A、OGG、FLAC、WAVのいずれかを選んでください。",
  unreadableForm: "フォームを読み取れませんでした。もう一度お試しください。",
  transcriptTooLarge: "文字起こしは1MBまでです",
  transcriptUnreadable: "文字起こし（WebVTT）を読み取れませんでした。時刻の書き方を確認してください。",
  interrupted: "ファイルが途中で届かなくなりました。もう一度お試しください。",
  unreadable: "音声として読み取れませんでした。ファイルが壊れている可能性があります。",
  truncated: "ファイルが途中で切れています。もとのファイルを確認してください。",
  unsupportedCodec:
    "ファイルの中の音声の方式に対応していません（M4AはAAC、OGGはVorbisとOpusに対応しています）。MP3やWAVに変換してお試しください。",
  noAacDecoder:
    "このサーバーではM4A（AAC）を読み取れません。MP3やWAVに変換するか、@audio/decode-aacをインストールしてください。",
  tooShort: "音声が短すぎます。0.5秒以上の音声を選んでください。",
  tooLong: "音声が長すぎます。3時間以内の音声を選んでください。",
  crashed: "サーバーが何度も止まったため、変換を中止しました。もう一度お試しください。",
  notFound: "アップロードが見つかりません",
  ended: "このアップロードはすでに終わっています",
} as const;

const stateLabels = {
  receiving: "受信中",
  queued: "待機中",
  processing: "処理中",
  completed: "完了",
  failed: "失敗",
  cancelled: "中止",
} as const satisfies Record<Upload["state"], string>;

const stageLabels = {
  waiting: "処理中",
  measuring: "音量を測っています",
  encoding: "変換しています",
} as const satisfies Record<Upload["stage"], string>;

/** What an upload is doing, for people. */
export function uploadStateLabel({ state, stage }: Pick<Upload, "state" | "stage">): string {
  return state === "processing" ? stageLabels[stage] : stateLabels[state];
}

const measuringShare = 0.3;

/** The whole conversion's progress, 0–99, from a stage's. */
export function conversionProgress({
  stage,
  percent,
}: {
  stage: "measuring" | "encoding";
  percent: number;
}): number {
  const before = stage === "measuring" ? 0 : 100 * measuringShare;
  const share = stage === "measuring" ? measuringShare : 1 - measuringShare;
  return Math.max(0, Math.min(99, Math.floor(before + percent * share)));
}
