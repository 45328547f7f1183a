import type { z } from "zod";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { SpeakerNames } from "#app/engines/script/script.ts";
import { profilePath } from "#app/features/accounts/account.ts";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { accessibleMs, type TrackViewer } from "./excerpt.ts";
import type { trackReply, trackWithScriptReply } from "./tracks.schema.ts";

export interface Track {
  id: number;
  /** Its cover is drawn by this (`coverIdOf`). */
  coverId: number;
  title: string;
  filename: string;
  durationMs: number;
  playCount: number;
  likeCount: number;
  impressionCount: number;
  bookmarkCount: number;
  isVisible: boolean;
  isPremiumOnly: boolean;
  uploadedAt: Date;
  userId: string;
  posterName: string;
  posterPicture: string | null;
  posterCustomUserId: string | null;
  /** Whom the voices' terms ask to name, such as 「VOICEVOX:四国めたん」; null for none. */
  speechCredit: string | null;
  /** An uploaded recording; else an engine speaks. */
  isRecording: boolean;
  labels: string[];
}

/** The script as far as the viewer may read it, in the stored form (`script.ts`). */
export interface TrackWithScript extends Track {
  /** On any device; null for visitors and unheard tracks. */
  leftAtMs: number | null;
  hasHighQuality: boolean;
  isCorrected: boolean;
  description: string | null;
  isEpisode: boolean;
  script: string;
  speakerNames: SpeakerNames;
  /** Null where nothing was checked, and for viewers who hear only the excerpt. */
  factCheck: FactCheck | null;
}

/** Times from the start of the track. */
export interface Cue {
  speaker: "A" | "B";
  text: string;
  startMs: number;
  endMs: number;
  turn: number;
  section: string | null;
}

/** `/{customUserId or id}/track/{id}`, below its author's page. */
export function trackPath(track: { id: number; userId: string; posterCustomUserId: string | null }): string {
  const posterPath = profilePath({ id: track.userId, customUserId: track.posterCustomUserId });
  return pageOfTrack({ id: track.id, posterPath });
}

/** A track in the API: seconds, ISO times, `createdBy`. */
export function presentTrack(track: Track, viewer: TrackViewer): z.infer<typeof trackReply> {
  const { id, title, filename, playCount, likeCount, impressionCount, bookmarkCount, isVisible, labels } =
    track;
  const { posterName, posterPicture, posterCustomUserId } = track;
  return {
    id,
    coverId: track.coverId,
    title,
    filename,
    duration: track.durationMs / 1000,
    isPremiumOnly: track.isPremiumOnly,
    audibleDuration: accessibleMs(viewer, track) / 1000,
    playCount,
    likeCount,
    impressionCount,
    bookmarkCount,
    uploadedAt: track.uploadedAt.toISOString(),
    isVisible,
    createdBy: track.userId,
    posterName,
    posterPicture,
    posterCustomUserId,
    labels,
  };
}

/** A track with its script in the API. */
export function presentTrackWithScript(
  track: TrackWithScript,
  viewer: TrackViewer,
): z.infer<typeof trackWithScriptReply> {
  const { description, script, speakerNames, speechCredit } = track;
  return { ...presentTrack(track, viewer), description, script, speakerNames, speechCredit };
}

export const trackDeletion = {
  question: "この音声を削除しますか？この操作は取り消せません。",
  done: "音声を削除しました",
  failed: "削除に失敗しました。もう一度お試しください。",
  /** The page that asks for confirmation; `returnPath` is the page that links to it. */
  pathOf: (trackId: number, returnPath: string) =>
    `/profile/delete-track/${trackId}?${new URLSearchParams({ redirect: returnPath })}`,
} as const;

/** Beside a track that an engine speaks, wherever somebody may meet it first. */
export const aiSpeechLabel = "AI音声";
