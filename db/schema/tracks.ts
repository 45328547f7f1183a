import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  primaryKey,
  serial,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import type { StoredFactCheck, StoredManner } from "./creation.ts";
import { userReference } from "./users.ts";

export const tracks = table(
  "tracks",
  {
    id: serial(),
    userId: userReference(),
    title: text().notNull(),
    /** Lines `A: …` / `B: …`. */
    script: text().notNull(),
    filename: text().notNull(),
    durationMs: integer().notNull(),
    playCount: integer().notNull().default(0),
    likeCount: integer().notNull().default(0),
    impressionCount: integer().notNull().default(0),
    bookmarkCount: integer().notNull().default(0),
    /** Whether everybody may see it: false while its author hides it, and while it is taken down. */
    isVisible: boolean().notNull().default(true),
    /** Since when it is taken down; null for never, or no longer. */
    takenDownAt: timestamp(),
    /** Why it is taken down, as its author reads it; null when the operator gives no reason. */
    takedownReason: text(),
    /** What `isVisible` becomes when it is restored; null unless it is taken down. */
    wasVisibleBefore: boolean(),
    /**
     * From when the lists of the whole site show it to visitors (`app/features/tracks/server/track-listing.server.ts`); null
     * for always.
     */
    listedFrom: timestamp(),
    /** When an operator marked it as reviewed; null for never. */
    reviewedAt: timestamp(),
    /** From when until when the operator has chosen it as 今夜の一本, the first track of home; null for never. */
    featuredFrom: timestamp(),
    featuredUntil: timestamp(),
    /** Whether everybody but premium members and the author gets the excerpt only (`app/features/tracks/excerpt.ts`). */
    isPremiumOnly: boolean().notNull().default(false),
    /** When that was last switched, null for never: since then other bytes are at the track's addresses. */
    premiumOnlyChangedAt: timestamp(),
    /**
     * Title, author, labels and the script as everybody may read it, folded by `db/search/text.ts`. The database itself keeps the index of its grams
     * (migration `listening_indexes`).
     */
    searchText: text().notNull(),
    /**
     * How what is written in kanji there is read, folded: the title on the first line, the other words on the second. Part of
     * `searchText`; null while nobody has read the present title and script.
     */
    searchReadings: text(),
    /** Whether its sound is a recording that the operator uploaded; every other track is spoken by an engine. */
    isRecording: boolean().notNull().default(false),
    /** The preview task that was published; unique, so that publishing twice makes one track. */
    taskId: text(),
    /** Key of an official seed track, so that seeding is repeatable. */
    seedSlug: text(),
    uploadedAt: timestamp().notNull(),
    /** Whom its voices' terms ask to name, such as 「VOICEVOX:四国めたん」; null for none. */
    speechCredit: text(),
    /** What its speakers are called; null where they are A and B. */
    speakerNames: json<{ A?: string | undefined; B?: string | undefined }>(),
    /** How an engine speaks it, so that a line can be corrected; null for recordings, and where it is not known. */
    spokenWith: json<StoredSpeech>(),
    /** The fact check of its script, null for none. Last, because lists of tracks do not read it. */
    factCheck: json<StoredFactCheck>(),
  },
  (t) => [
    uniqueIndex("tracks_task_unique").on(t.taskId),
    uniqueIndex("tracks_seed_unique").on(t.seedSlug),
    index("tracks_newest_index").on(t.isVisible, t.uploadedAt, t.id),
    index("tracks_user_index").on(t.userId, t.uploadedAt, t.id),
    // Partial: no query about tracks that are not taken down or not premium-only may choose them.
    index("tracks_taken_down_index").on(t.id).where(sql`taken_down_at is not null`),
    index("tracks_unread_index").on(t.id).where(sql`search_readings is null`),
    index("tracks_premium_only_index").on(t.id).where(sql`is_premium_only`),
    index("tracks_featured_index").on(t.featuredFrom, t.id).where(sql`featured_from is not null`),
    index("tracks_listed_from_index").on(t.listedFrom, t.id).where(sql`listed_from is not null`),
    // How often it is kept: in favourites and in playlists.
    index("tracks_kept_index").on(sql`(like_count + bookmark_count)`, t.id),
    check("tracks_duration_positive", sql`${t.durationMs} > 0`),
    check("tracks_withheld_hidden", sql`${t.takenDownAt} is null or not ${t.isVisible}`),
  ],
);

/** A column for the track to which a row belongs: the row is deleted with it. */
export const trackReference = () =>
  integer()
    .notNull()
    .references(() => tracks.id, { onDelete: "cascade" });

/** What an engine is told besides a script. */
export interface StoredSpeech {
  speakingRate: number;
  /** Ids of the engine's voices; null for its own choice. */
  voices: { A: string; B: string } | null;
  /** Missing in older ones. */
  manner?: StoredManner | undefined;
}

const correctionStates = ["queued", "processing", "completed", "failed"] as const;

/** Lines that authors have changed in published tracks: what was said before, and after it is spoken again. */
export const trackCorrections = table(
  "track_corrections",
  {
    id: text().primaryKey(),
    trackId: trackReference(),
    state: text({ enum: correctionStates }).notNull().default("queued"),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Index of the line in the script. */
    line: integer().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    /** What the author says about it. */
    note: text(),
    /** Why it failed, for its author. */
    error: text(),
    createdAt: timestamp().notNull(),
    /** When listeners began to hear it; null until then. */
    correctedAt: timestamp(),
  },
  (t) => [
    index("track_corrections_track_index").on(t.trackId, t.createdAt),
    // One at a time: each begins with what the one before has made.
    uniqueIndex("track_corrections_open_unique").on(t.trackId).where(sql`state in ('queued', 'processing')`),
  ],
);

/** What may be wrong with a stored file: there is none, or its bytes are not those of its row. */
export const fileDefects = ["missing", "damaged"] as const;

export const renditions = table(
  "renditions",
  {
    trackId: trackReference(),
    kbps: integer().notNull(),
    /** Samples per second; null for files older than this column, which have at most 24,000. */
    sampleRate: integer(),
    storageKey: text().notNull(),
    bytes: integer().notNull(),
    /** Length of its excerpt, whole frames; null before the track is premium-only for the first time. */
    excerptBytes: integer(),
    /** Strong validator: the hex SHA-256 of the file. */
    sha256: text().notNull(),
    /** When the file was last compared with this row, null for never, and what was wrong with it then. */
    checkedAt: timestamp(),
    defect: text({ enum: fileDefects }),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.trackId, t.kbps] }),
    uniqueIndex("renditions_storage_unique").on(t.storageKey),
    index("renditions_defect_index").on(t.trackId).where(sql`defect is not null`),
  ],
);

/** The script's sentences with their times. */
export const transcriptCues = table(
  "transcript_cues",
  {
    trackId: trackReference(),
    position: integer().notNull(),
    speaker: text({ enum: ["A", "B"] }).notNull(),
    text: text().notNull(),
    startMs: integer().notNull(),
    endMs: integer().notNull(),
    /** Index of its turn in the script; null for older rows and uploaded transcripts, where each is a turn. */
    turn: integer(),
    /** The title of the section that begins with it. */
    section: text(),
  },
  (t) => [
    primaryKey({ columns: [t.trackId, t.position] }),
    index("transcript_cues_section_index").on(t.trackId).where(sql`section is not null`),
  ],
);

export const labels = table(
  "labels",
  {
    id: serial(),
    name: text().notNull(),
    /** The name, folded by `db/search/text.ts`. */
    folded: text().notNull(),
    /** Number of rows in `track_labels`, maintained by triggers (migration `listening_indexes`). */
    usageCount: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("labels_name_unique").on(t.name),
    index("labels_usage_index").on(t.usageCount, t.id),
    index("labels_folded_index").on(t.folded),
  ],
);

export const trackLabels = table(
  "track_labels",
  {
    trackId: trackReference(),
    labelId: integer()
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.trackId, t.labelId] }),
    index("track_labels_label_index").on(t.labelId, t.trackId),
  ],
);

/** What is done to many tracks at once. `check-files` compares every file with its row. */
export const bulkActions = ["withhold", "release", "review", "delete", "check-files"] as const;

/**
 * Work on many tracks, done step by step: each step's transaction advances `position`, so that work that was interrupted
 * goes on where it stopped.
 */
export const trackBulkRuns = table(
  "track_bulk_runs",
  {
    id: serial(),
    action: text({ enum: bulkActions }).notNull(),
    /** The admin's user name; null for an operator's command. */
    actorName: text(),
    /** What the authors read; null when they are not told. */
    reason: text(),
    /** The tracks as they were chosen, those of one author together; emptied at the end. Not of `check-files`. */
    trackIds: json<number[]>().notNull(),
    /** How many of them are done; of `check-files` the last track that is. */
    position: integer().notNull().default(0),
    total: integer().notNull(),
    /** How many were changed, or found defective; the others were so already, or had gone. */
    changedCount: integer().notNull().default(0),
    /** The email to the author whose tracks are being done. */
    email: json<{ userId: string; count: number; titles: string[] }>(),
    createdAt: timestamp().notNull(),
    finishedAt: timestamp(),
    isCancelled: boolean().notNull().default(false),
  },
  (t) => [index("track_bulk_runs_open_index").on(t.id).where(sql`finished_at is null`)],
);
