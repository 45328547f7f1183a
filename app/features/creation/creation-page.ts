import type { z } from "zod";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import type { Speaker, SpeakerNames } from "#app/engines/script/script.ts";
import type { ScriptLength } from "#app/engines/script/script-engine.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import type { dailyUsageReply, previewReply } from "./creation-replies.schema.ts";
import type { PublishTime } from "./drafts/drafts.ts";
import type { Narration } from "./narration/narration.ts";
import type { VoiceOptions } from "./narration/voice-sample.server.ts";
import type { ReadingOffer } from "./readings/reading-offers.ts";
import type { ScriptWords } from "./readings/word-reading.ts";
import type { EditedScript } from "./script/document/script-edits.ts";
import type { LengthPromise } from "./script/promised-length.server.ts";

/** What a creation page shows: its stages read this, `load-creation-page.server.ts` finds it. */
export interface CreationPage {
  viewerId: string;
  state: CreationState;
  /** Its text and title are those of a text that the member has brought in. */
  isFilled: boolean;
  usage: DailyUsageStatus;
  /** What is sent to others' services, and why no script can be written now; null for nothing. */
  engines: { sharing: string | null; pause: string | null };
  /** Words of the script whose reading is worth a look, while it is reviewed. */
  doubtful: DoubtfulReading[];
  /** The words of the script or of the preview's lines, each of which can be read otherwise; null while nothing can be changed. */
  words: ScriptWords | null;
  /** Readings that were just written into lines, for the member's dictionary. */
  offers: ReadingOffer[];
  /** The lengths that can be written, on the first step. */
  lengths: readonly ScriptLength[];
  /** The voices that can be chosen, while the script is reviewed. */
  voices: VoiceOptions | null;
  /** What the last step offers as the time of publishing. */
  publishTime: PublishTime;
  /** How long the reviewed script will be; null where the voices are not known. */
  promise: LengthPromise | null;
}

/** How many of today's generations are used and left. */
export type DailyUsageStatus = z.infer<typeof dailyUsageReply>;

export type PreviewReply = z.infer<typeof previewReply>;

export interface ScriptDraft {
  taskId: string;
  title: string;
  /** The title was made from the text. */
  isTitleDerived: boolean;
  script: string;
  labels: string[];
  /** Null where nothing was checked. */
  factCheck: FactCheck | null;
  /** It was written again by what an earlier check has found. */
  isRevised: boolean;
  inputText: string;
  /** What its text is; null where nobody knows. */
  textKind: TextKind | null;
  /** How its text is told, with voices and names. */
  narration: Narration;
  edits: DraftEdits;
}

/** A script in the form of its lines, as it was left on whatever device. */
export interface DraftEdits extends EditedScript {
  /** Forms name it, so that none replaces unseen what another page has written. */
  version: number;
  /** It differs from the script that is saved. */
  isUnsaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

/** A line of a spoken script with its place in the sound; without one where the sound has none. */
export interface PreviewLine {
  speaker: Speaker;
  text: string;
  startMs: number | null;
  endMs: number | null;
}

/** A finished preview with what its lines are changed by. */
export interface ShownPreview extends PreviewReply {
  taskId: string;
  labels: string[];
  factCheck: FactCheck | null;
  speakerNames: SpeakerNames;
  /** Ids of the engine's voices; null for its own choice. */
  voices: { A: string; B: string } | null;
  lines: PreviewLine[];
  /** Which changes it has seen: forms name it, so that none changes what its page has not shown. */
  version: number;
  /** Lines that may still be spoken again. */
  remainingLines: number;
  canUndo: boolean;
  /** Why the last change failed. */
  problem: string | null;
}

/** The state of a creation page, from the rows alone, so that every device shows the same. */
export interface CreationState {
  step: "input" | "script-review" | "audio-preview";
  /** Values for the form of the first step, from the newest task. */
  inputText: string;
  /** The member's own; empty where a title is to be made from the text. */
  title: string;
  /** As chosen for the newest task, whatever became of it. */
  speakingRate: number;
  /** What the form of the first step begins with. */
  narration: Narration;
  draft: ScriptDraft | null;
  preview: ShownPreview | null;
  /** The open task. */
  running: {
    taskId: string;
    kind: "script" | "preview";
    stage: string;
    progress: number;
    /** False while it waits for a worker. */
    isStarted: boolean;
    /** A finished preview is being changed; it stays what it was until then. */
    isRevision: boolean;
  } | null;
  /** The failure of the newest task. */
  failure: { taskId: string; kind: "script" | "preview"; message: string } | null;
}
