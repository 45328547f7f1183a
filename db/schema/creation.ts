import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  primaryKey,
  real,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import { userReference, users } from "./users.ts";

export const taskStates = [
  "queued",
  "processing",
  "script_generation",
  "audio_generation",
  "completed",
  "failed",
  "cancelled",
] as const;

export const publishProblems = ["locked", "missed", "refused"] as const;

/** Repeats the feature's type, which `db` may not import; the writer validates it. */
export interface StoredFactCheck {
  status: "verified" | "issues_found";
  confidence: number;
  summary: string;
  issues: string[];
  /** Missing in older rows. */
  claims?: {
    line: number;
    text: string;
    verdict: "verified" | "unchecked" | "disputed";
    note?: string;
    sources: { title: string; url: string }[];
  }[];
  searches?: { text: string; url: string }[];
  searchSuggestions?: string;
}

/** Repeats a type, as above. */
export const textKinds = [
  "news",
  "article",
  "recipe",
  "notice",
  "law",
  "story",
  "play",
  "poem",
  "letter",
  "post",
  "celebration",
  "mourning",
] as const;

/** Repeats a type, as above. */
export interface StoredNarration {
  form: "dialogue" | "explainer" | "interview" | "reading" | "points" | "questions" | "debate" | "plain";
  length: "normal" | "short";
  isChosen?: boolean;
  /** Promised for the chosen sentences, in all. */
  seconds?: number | null;
  isByRules?: boolean;
  focus?: string;
  hasGreetings: boolean;
  /** The speech engine's ids; null for its own choice. */
  voices: { A: string; B: string } | null;
  names: { A?: string | undefined; B?: string | undefined };
  /** By the member; null or missing: to be found. */
  textKind?: (typeof textKinds)[number] | null;
}

/** By the kind of text. */
export interface StoredManner {
  mood?: "neutral" | "calm" | "joy" | "mourning" | undefined;
  stressesFigures?: boolean | undefined;
}

/** Engine, model, and this program's version. */
export interface StoredMadeWith {
  engine: string;
  /** Null for engines without named models. */
  model: string | null;
  program: string;
}

export interface StoredSpokenBy extends StoredMadeWith {
  voices: { speaker: "A" | "B"; id: string; name: string }[];
}

/** Unrecorded parts are missing. */
export interface StoredMaking {
  /** `sha256`: of the engine's script. `isEdited`: the author changed it before publishing. */
  script?: StoredMadeWith & { sha256: string; isEdited?: boolean };
  factCheck?: StoredMadeWith;
  speech?: StoredSpokenBy;
}

export interface StoredPreview {
  durationMs: number;
  /** `sampleRate` and `soundSha256` (of the sound alone) are missing in older previews. */
  files: {
    kbps: number;
    sampleRate?: number;
    storageKey: string;
    bytes: number;
    sha256: string;
    soundSha256?: string;
  }[];
  /** `turn` is missing in older ones: each is a turn. */
  cues: {
    speaker: "A" | "B";
    text: string;
    startMs: number;
    endMs: number;
    turn?: number;
    section?: string;
  }[];
  /** Whom the voices' terms require to name. */
  credit?: string;
  /** Missing in older rows. */
  manner?: StoredManner | undefined;
  /** Ids of cached sentences; missing in older rows. */
  speech?: string[];
  /** Missing in older rows. */
  spokenBy?: StoredSpokenBy;
  /** Lines that sound otherwise by the author's own dictionary, as they are heard; missing if none. */
  heardLines?: string[];
}

/** One change at a time, while the task is open again. */
export interface StoredRevision {
  /** Each begun change raises it. */
  version: number;
  /** Lines spoken again. */
  spoken: number;
  /** Being spoken; missing if none. */
  next?: { script: string; factCheck: StoredFactCheck | null; isUndo: boolean };
  /** Before each change, the last one last. */
  earlier: { script: string; factCheck: StoredFactCheck | null }[];
  /** The last change was an undo. */
  wasUndo?: boolean;
}

/** May be unfinished. */
export interface StoredEditedScript {
  title: string;
  labels: string[];
  lines: { speaker: "A" | "B"; text: string }[];
}

/** Unsaved edits, with undo and redo. */
export interface StoredScriptEdits {
  /** Each change raises it. */
  version: number;
  shown: StoredEditedScript;
  /** The last one last. */
  earlier: StoredEditedScript[];
  /** The last one last. */
  later: StoredEditedScript[];
  /** Of the last change; null if it was no typing. */
  typedLine: number | null;
}

/**
 * `script` tasks write or revise a script, `preview` tasks speak one. The row is the truth, the queue's job only carries it.
 */
export const audioTasks = table(
  "audio_tasks",
  {
    id: text().primaryKey(),
    userId: userReference(),
    kind: text({ enum: ["script", "preview"] }).notNull(),
    /** /create-post, /create-post-v2, the official tracks' seeding, or a series' episode. */
    flow: text({ enum: ["v1", "v2", "seed", "series"] }).notNull(),
    state: text({ enum: taskStates }).notNull().default("queued"),
    stage: text().notNull().default("pending"),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    inputText: text().notNull(),
    title: text().notNull().default(""),
    /** Script tasks: made from the text, since the member gave none. */
    isTitleDerived: boolean().notNull().default(false),
    /** Script tasks: the result, null until written. Preview tasks: what to speak. */
    script: text(),
    factCheck: json<StoredFactCheck>(),
    labels: json<string[]>(),
    /** To revise. */
    originalScript: text(),
    issues: json<string[]>(),
    speakingRate: real().notNull().default(1),
    /** Null for the defaults. */
    narration: json<StoredNarration>(),
    /** Of the written script; null before, and if unknown. */
    textKind: text({ enum: textKinds }),
    /** Of a preview. */
    scriptTaskId: text(),
    previewFilename: text(),
    preview: json<StoredPreview>(),
    /** Script tasks: unsaved edits; null before the first. */
    edits: json<StoredScriptEdits>(),
    /** Null before, and if unrecorded. */
    making: json<StoredMaking>(),
    /** Of a finished preview; null before the first. */
    revision: json<StoredRevision>(),
    /** Tokyo day whose daily use was consumed; null for none, or after a refund. */
    usageDay: text(),
    trackId: integer(),
    /** When the preview publishes itself; null for never, and once done. */
    publishAt: timestamp(),
    /**
     * Why it was not published: the author was locked out then (`locked`), still is or no longer (`missed`), or it may not be
     * (`refused`). Null while planned, and after another choice.
     */
    publishProblem: text({ enum: publishProblems }),
    /** For the member. */
    error: text(),
    /** For the operator. */
    failureCause: text(),
    /** Started over: not restored on load. */
    isDiscarded: boolean().notNull().default(false),
    createdAt: timestamp().notNull(),
    /** When a worker last began it; null while waiting. */
    startedAt: timestamp(),
    updatedAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("audio_tasks_preview_unique").on(t.previewFilename),
    index("audio_tasks_user_index").on(t.userId, t.kind, t.createdAt),
    index("audio_tasks_open_index")
      .on(t.updatedAt)
      .where(sql`state in ('queued', 'processing', 'script_generation', 'audio_generation')`),
    index("audio_tasks_failed_index").on(t.updatedAt).where(sql`state = 'failed'`),
    index("audio_tasks_planned_index").on(t.publishAt).where(sql`publish_at is not null`),
    index("audio_tasks_expires_index").on(t.expiresAt),
    check("audio_tasks_progress_percent", sql`${t.progress} between 0 and 100`),
  ],
);

/** The member's last choice, for the next text. */
export const creationChoices = table("creation_choices", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  narration: json<StoredNarration>().notNull(),
  updatedAt: timestamp().notNull(),
});

/** `day` is YYYY-MM-DD in Asia/Tokyo. */
export const dailyUsage = table(
  "daily_usage",
  {
    userId: userReference(),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.day] }),
    check("daily_usage_not_negative", sql`${t.count} >= 0`),
  ],
);
