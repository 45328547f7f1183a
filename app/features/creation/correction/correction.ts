/** Corrections of one track within 24 hours, without failed ones. */
export const maxCorrectionsPerDay = 5;
export const maxNoteLength = 100;

export const correctionPath = (trackId: number): string => `/track/${trackId}/correct`;

export const correctionMessages = {
  heading: "音声を訂正する",
  tooMany: `訂正できるのは、1つの音声につき1日${maxCorrectionsPerDay}回までです。時間をおいて、もう一度お試しください。`,
  running: "前の訂正を作っているところです。終わってから、もう一度お試しください。",
  stale: "この行は、すでに直されています。いまの内容を確かめて、もう一度お試しください。",
  takenDown: "運営が公開を停止している音声は、訂正できません。",
  recording: "録音した音声は、行ごとに訂正できません。",
  recordingStays: "録音した音声は、読み直せません。",
  unknownBefore: "公開したときの声",
  unknownVoices:
    "この音声は、声と速さの記録がないころに公開されたため、行ごとに訂正できません。全体をいまの声で読み直すと、訂正できるようになります。",
  gone: "音声が変わったため、訂正できませんでした。",
};

/** A line of the script, who speaks and how fast, or part of the heading. */
export type CorrectedField = "line" | "voices" | "title" | "description" | "labels" | "cover";

const fieldNames = {
  voices: "声と速さ",
  title: "タイトル",
  description: "説明",
  labels: "カテゴリー",
  cover: "カバー",
} as const;

/** 「3行目」, 「タイトル」. */
export const correctedPlace = ({ field, line }: Pick<Correction, "field" | "line">): string =>
  field === "line" ? `${line}行目` : fieldNames[field];

export interface Correction {
  correctedAt: string;
  field: CorrectedField;
  line: number | null;
  before: string;
  after: string;
  note: string | null;
}

/**
 * Why lines can't be corrected, in Japanese; null if they can. Without known voices and rate the whole track would have to be
 * spoken anew.
 */
export function correctionObstacle(track: {
  isRecording: boolean;
  spokenWith: object | null;
}): string | null {
  if (track.isRecording) return correctionMessages.recording;
  return track.spokenWith === null ? correctionMessages.unknownVoices : null;
}
