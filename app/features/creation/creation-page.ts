import type { z } from "zod";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import type { LineSource } from "#app/engines/script/line-sources.ts";
import type { Speaker, SpeakerNames } from "#app/engines/script/script.ts";
import type { ScriptForm, ScriptLength } from "#app/engines/script/script-engine.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import type { dailyUsageReply, previewReply } from "./creation-replies.schema.ts";
import type { PublishTime } from "./drafts/drafts.ts";
import type { Narration } from "./narration/narration.ts";
import type { VoiceOptions } from "./narration/voice-sample.server.ts";
import type { ReadingOffer } from "./readings/reading-offers.ts";
import type { ScriptWords } from "./readings/word-reading.ts";
import type { EditedScript } from "./script/document/script-edits.ts";
import type { LengthPromise } from "./script/promised-length.server.ts";

export interface CreationPage {
  viewerId: string;
  state: CreationState;
  /** Text and title are of a text that the member brought in. */
  isFilled: boolean;
  usage: DailyUsageStatus;
  /** What goes to outside services, and why no script can be written now; null for nothing. */
  engines: { sharing: string | null; pause: string | null };
  doubtful: DoubtfulReading[];
  /** Of script or preview; each can be read otherwise. Null while nothing can be changed. */
  words: ScriptWords | null;
  /** Just written into lines, for the member's dictionary. */
  offers: ReadingOffer[];
  forms: readonly ScriptForm[];
  lengths: readonly ScriptLength[];
  voices: VoiceOptions | null;
  publishTime: PublishTime;
  /** Where each line of the reviewed script stands in its text; null for one that it does not have. Empty otherwise. */
  sources: (LineSource | null)[];
  /** Of the reviewed script; null if the voices are unknown. */
  promise: LengthPromise | null;
}

export type DailyUsageStatus = z.infer<typeof dailyUsageReply>;

export type PreviewReply = z.infer<typeof previewReply>;

export interface ScriptDraft {
  taskId: string;
  title: string;
  isTitleDerived: boolean;
  script: string;
  labels: string[];
  factCheck: FactCheck | null;
  isRevised: boolean;
  inputText: string;
  textKind: TextKind | null;
  narration: Narration;
  edits: DraftEdits;
}

/** Kept on the server for all devices. */
export interface DraftEdits extends EditedScript {
  version: number;
  /** Forms name it: none replaces unseen what another page wrote. */
  isUnsaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

/** A spoken line; it has no place if the sound has none. */
export interface PreviewLine {
  speaker: Speaker;
  text: string;
  startMs: number | null;
  endMs: number | null;
}

export interface ShownPreview extends PreviewReply {
  taskId: string;
  /** The track's cover is drawn by it. */
  coverId: number;
  labels: string[];
  factCheck: FactCheck | null;
  speakerNames: SpeakerNames;
  /** The engine's ids; null for its own choice. */
  voices: { A: string; B: string } | null;
  lines: PreviewLine[];
  /** Forms name it: none changes what its page has not shown. */
  version: number;
  remainingLines: number;
  canUndo: boolean;
  problem: string | null;
}

/** Found from the rows alone, so that all devices show the same. */
export interface CreationState {
  step: "input" | "script-review" | "audio-preview";
  inputText: string;
  title: string;
  /** As last chosen, whatever became of it. */
  speakingRate: number;
  narration: Narration;
  draft: ScriptDraft | null;
  preview: ShownPreview | null;
  /** A finished preview is not shown because something newer is. Starting over deletes it too. */
  hasOtherPreview: boolean;
  running: {
    taskId: string;
    kind: "script" | "preview";
    stage: string;
    progress: number;
    isStarted: boolean;
    isRevision: boolean;
    /** The cover that a track of this speech will have; null while a script is written or a line spoken again. */
    cover: { coverId: number; labels: string[] } | null;
  } | null;
  /** `isRevision`: of a script by the fact check's issues. */
  failure: { taskId: string; kind: "script" | "preview"; isRevision: boolean; message: string } | null;
}
