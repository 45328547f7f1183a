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
  /** Missing in checks older than that field. */
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

/** Kinds of texts; repeats the engines' type, as above. */
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

/** Repeats the feature's type, as above: how a text is told. */
export interface StoredNarration {
  form: "dialogue" | "explainer" | "interview" | "reading";
  length: "normal" | "short";
  hasGreetings: boolean;
  /** Ids of the speech engine's voices; null for its own choice. */
  voices: { A: string; B: string } | null;
  names: { A?: string | undefined; B?: string | undefined };
  /** What the member says the text is; null, or missing in older ones, to have it found. */
  textKind?: (typeof textKinds)[number] | null;
}

/** Mood and stress, by the kind of its text. */
export interface StoredManner {
  mood?: "neutral" | "calm" | "joy" | "mourning" | undefined;
  stressesFigures?: boolean | undefined;
}

export interface StoredPreview {
  durationMs: number;
  /** `sampleRate` is missing in previews older than that field. */
  files: { kbps: number; sampleRate?: number; storageKey: string; bytes: number; sha256: string }[];
  /** `turn` is missing in older ones, of which each is a turn. */
  cues: {
    speaker: "A" | "B";
    text: string;
    startMs: number;
    endMs: number;
    turn?: number;
    section?: string;
  }[];
  /** Whom the voices' terms ask to name; missing for none. */
  credit?: string;
  /** Missing in older ones. */
  manner?: StoredManner | undefined;
  /** Ids of its spoken sentences, which are kept for a while; missing in older ones. */
  speech?: string[];
}

/** How the lines of a finished preview are changed: one at a time, while the task is open again. */
export interface StoredRevision {
  /** Of the preview as it is shown; each change that is begun raises it. */
  version: number;
  /** Lines that were spoken again. */
  spoken: number;
  /** What is being spoken; missing while nothing is. */
  next?: { script: string; factCheck: StoredFactCheck | null; isUndo: boolean };
  /** What it was before each change, the last one last. */
  earlier: { script: string; factCheck: StoredFactCheck | null }[];
  /** The last change took one back. */
  wasUndo?: boolean;
}

/** A script as it stands in the form of its lines, which may be unfinished. */
export interface StoredEditedScript {
  title: string;
  labels: string[];
  lines: { speaker: "A" | "B"; text: string }[];
}

/** What is changed in a script and not saved yet, with the steps back and forth. */
export interface StoredScriptEdits {
  /** Each change raises it. */
  version: number;
  shown: StoredEditedScript;
  /** What it was before, the last one last. */
  earlier: StoredEditedScript[];
  /** What was taken back, the last one last. */
  later: StoredEditedScript[];
  /** The line in which the last change was typed; null for another change. */
  typedLine: number | null;
}

/**
 * A creation task: `script` tasks write or revise a script, `preview` tasks speak one. The row is the truth, the queue's
 * job only carries it.
 */
export const audioTasks = table(
  "audio_tasks",
  {
    id: text().primaryKey(),
    userId: userReference(),
    kind: text({ enum: ["script", "preview"] }).notNull(),
    /** Started by /create-post (`v1`), /create-post-v2 (`v2`) or seeding of the official tracks (`seed`). */
    flow: text({ enum: ["v1", "v2", "seed"] }).notNull(),
    state: text({ enum: taskStates }).notNull().default("queued"),
    stage: text().notNull().default("pending"),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    inputText: text().notNull(),
    title: text().notNull().default(""),
    /** Script tasks: the member gave no title, so this one was made from the text. */
    isTitleDerived: boolean().notNull().default(false),
    /** Script tasks: the result, null until written. Preview tasks: the script to speak. */
    script: text(),
    factCheck: json<StoredFactCheck>(),
    labels: json<string[]>(),
    /** The script to revise. */
    originalScript: text(),
    issues: json<string[]>(),
    speakingRate: real().notNull().default(1),
    /** How its text is told; null for the defaults. */
    narration: json<StoredNarration>(),
    /** The kind of text as which its script was written; null before, and where nobody knows. */
    textKind: text({ enum: textKinds }),
    /** The script task that a preview speaks. */
    scriptTaskId: text(),
    previewFilename: text(),
    preview: json<StoredPreview>(),
    /** Script tasks: what is changed and not saved yet; null before the first change. */
    edits: json<StoredScriptEdits>(),
    /** Changes of a finished preview; null before the first. */
    revision: json<StoredRevision>(),
    /** Tokyo day whose daily use this task has consumed; null for none, or after a refund. */
    usageDay: text(),
    trackId: integer(),
    /** When a finished preview is to be published by itself; null for never, and once that is done. */
    publishAt: timestamp(),
    /**
     * Why it was not: its author's account was locked out then (`locked`), still is or no longer (`missed`), or it may not be
     * published (`refused`). Null while it is to be, and after another choice.
     */
    publishProblem: text({ enum: publishProblems }),
    /** Message shown to the member after a failure. */
    error: text(),
    /** What went wrong, for the operator. */
    failureCause: text(),
    /** Started over by its owner: no longer restored on load. */
    isDiscarded: boolean().notNull().default(false),
    createdAt: timestamp().notNull(),
    /** When a worker last began it; null while it waits for its turn. */
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

/** How a member had their last text told: what the next one begins with. */
export const creationChoices = table("creation_choices", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  narration: json<StoredNarration>().notNull(),
  updatedAt: timestamp().notNull(),
});

/** Daily generations of a member; `day` is YYYY-MM-DD in Asia/Tokyo. */
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

/** Installation state: first-start secrets, seed state. */
export const settings = table("settings", { key: text().primaryKey(), value: text().notNull() });
