/** Corrections of one track within 24 hours that are begun and do not fail. */
export const maxCorrectionsPerDay = 5;
export const maxNoteLength = 100;

/** The page on which an author corrects a track. */
export const correctionPath = (trackId: number): string => `/track/${trackId}/correct`;

/** What an author reads about corrections. */
export const correctionMessages = {
  heading: "音声を訂正する",
  tooMany: `訂正できるのは、1つの音声につき1日${maxCorrectionsPerDay}回までです。時間をおいて、もう一度お試しください。`,
  running: "前の訂正をつくっているところです。終わってから、もう一度お試しください。",
  stale: "この行は、すでに直されています。いまの内容を確かめて、もう一度お試しください。",
  takenDown: "運営が公開を停止している音声は、訂正できません。",
  recording: "録音した音声は、行ごとに訂正できません。",
  unknownVoices:
    "この音声は、声と速さの記録がないころに公開されたため、行ごとに訂正できません。直すときは、新しくつくって公開してください。",
  gone: "音声が変わったため、訂正できませんでした。",
};

/** A line that was corrected, as listeners read it. */
export interface Correction {
  /** ISO time. */
  correctedAt: string;
  /** From 1. */
  line: number;
  before: string;
  after: string;
  note: string | null;
}

/**
 * Why lines of this track can't be corrected, in Japanese; null where they can. Without its voices and rate all of it would have to
 * be spoken anew, in other voices perhaps.
 */
export function correctionObstacle(track: {
  isRecording: boolean;
  spokenWith: object | null;
}): string | null {
  if (track.isRecording) return correctionMessages.recording;
  return track.spokenWith === null ? correctionMessages.unknownVoices : null;
}
