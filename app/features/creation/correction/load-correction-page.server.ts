import { type Speaker, type SpeakerNames, speakersIn } from "#app/engines/script/script.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findTakedowns } from "#app/features/tracks/moderation/find-takedowns.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import type { PreviewLine } from "../creation-page.ts";
import { findVoiceOptions, type VoiceOptions } from "../narration/voice-sample.server.ts";
import { linesOf } from "../preview/revision/preview-line.ts";
import {
  findOffers,
  findScriptWords,
  nothingOpened,
  type OpenedWord,
} from "../readings/find-script-words.server.ts";
import type { ReadingOffer } from "../readings/reading-offers.ts";
import type { ScriptWords } from "../readings/word-reading.ts";
import { type Correction, correctionMessages } from "./correction.ts";
import { findCorrectionOrigin, findLastCorrection, listCorrections } from "./find-corrections.server.ts";

export interface CorrectionPage {
  track: { id: number; title: string; path: string; duration: number; src: string };
  lines: PreviewLine[];
  speakerNames: SpeakerNames;
  obstacle: string | null;
  progress: number | null;
  problem: string | null;
  corrections: Correction[];
  words: ScriptWords | null;
  /** To speak all of it again; null for recordings, while something is made, and while the engine is missing. */
  speech: { options: VoiceOptions; speakers: readonly Speaker[]; speakingRate: number } | null;
  /** Just written into a line, for the member's dictionary. */
  offers: ReadingOffer[];
}

/** `opened` null: no words to choose readings of. Throws `NotFound`, `Forbidden`. */
export async function loadCorrectionPage(options: {
  viewer: NonNullable<TrackViewer>;
  trackId: number;
  opened?: OpenedWord | null;
}): Promise<CorrectionPage> {
  const { viewer, trackId, opened = nothingOpened } = options;
  const track = await findTrack({ viewer, trackId, withReadings: true });
  if (track.userId !== viewer.id) throw new Forbidden();
  const takedown = await findTakedowns({ viewer, trackIds: [trackId] });
  const cues = await listCues({ viewer, track });
  const last = await findLastCorrection(trackId);
  const corrections = await listCorrections({ viewer, track });
  const origin = await findCorrectionOrigin(trackId);
  const shownObstacle = takedown.has(trackId) ? correctionMessages.takenDown : origin.obstacle;
  const isRunning = last !== null && isOpen(last);
  return {
    track: {
      id: trackId,
      title: track.title,
      path: trackPath(track),
      duration: track.durationMs / 1000,
      src: `/api/stream/${trackId}?c=${corrections.length}`,
    },
    lines: origin.obstacle === null ? linesOf({ script: track.script, cues }) : [],
    speakerNames: track.speakerNames,
    obstacle: shownObstacle,
    progress: isRunning ? last.progress : null,
    problem: last?.state === "failed" ? last.error : null,
    corrections,
    words:
      opened && shownObstacle === null && !isRunning
        ? await findScriptWords({ viewer, script: track.script, voices: origin.voices, opened })
        : null,
    speech:
      takedown.has(trackId) || isRunning || track.isRecording
        ? null
        : await findSpeech({ script: track.script, ...origin }),
    offers: opened ? await findOffers({ viewer, opened }) : [],
  };
}

async function findSpeech(o: {
  script: string;
  voices: { A: string; B: string } | null;
  speakingRate: number;
}): Promise<CorrectionPage["speech"]> {
  const options = await findVoiceOptions(o.voices);
  return options && { options, speakers: speakersIn(o.script), speakingRate: o.speakingRate };
}
