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
import type { StoredFactCheck, StoredMaking, StoredManner } from "./creation.ts";
import { userReference } from "./users.ts";

export const tracks = table(
  "tracks",
  {
    id: serial(),
    userId: userReference(),
    title: text().notNull(),
    /** By its author; null for nothing. */
    description: text(),
    /** Its covers are drawn by it instead of the id, as while it was spoken (`coverSeedOf`); null for the id. */
    coverSeed: integer(),
    /** Of its covers (`coverIdOf`). */
    coverVariant: integer().notNull().default(0),
    /** Lines `A: …` / `B: …`. */
    script: text().notNull(),
    filename: text().notNull(),
    durationMs: integer().notNull(),
    playCount: integer().notNull().default(0),
    likeCount: integer().notNull().default(0),
    impressionCount: integer().notNull().default(0),
    bookmarkCount: integer().notNull().default(0),
    /** False while hidden by the author or taken down. */
    isVisible: boolean().notNull().default(true),
    /** Null unless taken down now. */
    takenDownAt: timestamp(),
    /** For the author; null if not given. */
    takedownReason: text(),
    /** What `isVisible` becomes when restored; null unless taken down. */
    wasVisibleBefore: boolean(),
    /**
     * From then on visitors see it in site-wide lists (`app/features/tracks/server/track-listing.server.ts`); null for always.
     */
    listedFrom: timestamp(),
    /** By an operator; null for never. */
    reviewedAt: timestamp(),
    /** 今夜の一本, home's first track; null for never. */
    featuredFrom: timestamp(),
    featuredUntil: timestamp(),
    /** Others than premium members and the author get the excerpt (`app/features/tracks/excerpt.ts`). */
    isPremiumOnly: boolean().notNull().default(false),
    /** Last switch, null for never: since then the track's addresses serve other bytes. */
    premiumOnlyChangedAt: timestamp(),
    /**
     * Title, author, labels and public script, folded by `db/search/text.ts`. The database keeps its grams' index (migration
     * `listening_indexes`).
     */
    searchText: text().notNull(),
    /**
     * Folded readings of kanji: the title on line one, other words on line two. Part of `searchText`; null while the present
     * title and script are unread.
     */
    searchReadings: text(),
    /** Uploaded by the operator; all others are spoken by an engine. */
    isRecording: boolean().notNull().default(false),
    /** The published preview task; unique, so that publishing twice makes one track. */
    taskId: text(),
    /** Of an official seed track: seeding is repeatable. */
    seedSlug: text(),
    uploadedAt: timestamp().notNull(),
    /** The voices' required credit, such as 「VOICEVOX:四国めたん」; null for none. */
    speechCredit: text(),
    /** Null for A and B. */
    speakerNames: json<{ A?: string | undefined; B?: string | undefined }>(),
    /** For corrections; null for recordings, and if unknown. */
    spokenWith: json<StoredSpeech>(),
    /** Null if unrecorded. */
    making: json<StoredMaking>(),
    /** Null for none. Last, because lists of tracks do not read it. */
    factCheck: json<StoredFactCheck>(),
  },
  (t) => [
    uniqueIndex("tracks_task_unique").on(t.taskId),
    uniqueIndex("tracks_seed_unique").on(t.seedSlug),
    index("tracks_newest_index").on(t.isVisible, t.uploadedAt, t.id),
    index("tracks_user_index").on(t.userId, t.uploadedAt, t.id),
    // Partial: queries about other tracks must not choose them.
    index("tracks_taken_down_index").on(t.id).where(sql`taken_down_at is not null`),
    index("tracks_unread_index").on(t.id).where(sql`search_readings is null`),
    index("tracks_premium_only_index").on(t.id).where(sql`is_premium_only`),
    index("tracks_featured_index").on(t.featuredFrom, t.id).where(sql`featured_from is not null`),
    index("tracks_listed_from_index").on(t.listedFrom, t.id).where(sql`listed_from is not null`),
    // In favourites and playlists.
    index("tracks_kept_index").on(sql`(like_count + bookmark_count)`, t.id),
    check("tracks_duration_positive", sql`${t.durationMs} > 0`),
    check("tracks_withheld_hidden", sql`${t.takenDownAt} is null or not ${t.isVisible}`),
  ],
);

/** Deleted with the track. */
export const trackReference = () =>
  integer()
    .notNull()
    .references(() => tracks.id, { onDelete: "cascade" });

/** Besides a script. */
export interface StoredSpeech {
  speakingRate: number;
  /** The speech engine's ids; null for its own choice. */
  voices: { A: string; B: string } | null;
  /** Missing in older rows. */
  manner?: StoredManner | undefined;
}

const correctionStates = ["queued", "processing", "completed", "failed"] as const;

/** By the author: a line, all voices, or part of the heading. */
export const correctedFields = ["line", "voices", "title", "description", "labels", "cover"] as const;

/** Those that change when the track is spoken again. */
export const soundFields: ("line" | "voices")[] = ["line", "voices"];

/**
 * Authors' changes of published tracks. A line and the voices change when the track is spoken again; all else at once, `completed`
 * from the start.
 */
export const trackCorrections = table(
  "track_corrections",
  {
    id: text().primaryKey(),
    trackId: trackReference(),
    state: text({ enum: correctionStates }).notNull().default("queued"),
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    field: text({ enum: correctedFields }).notNull().default("line"),
    /** In the script; 0 for other fields. */
    line: integer().notNull(),
    /** As text; labels one per line, a cover's variant. */
    before: text().notNull(),
    after: text().notNull(),
    /** How the track is spoken from then on; null unless its voices change. */
    spokenWith: json<StoredSpeech>(),
    /** By the author. */
    note: text(),
    /** For the author. */
    error: text(),
    createdAt: timestamp().notNull(),
    /** When listeners began to hear it; null before. */
    correctedAt: timestamp(),
  },
  (t) => [
    index("track_corrections_track_index").on(t.trackId, t.createdAt),
    // One at a time: each builds on the one before.
    uniqueIndex("track_corrections_open_unique").on(t.trackId).where(sql`state in ('queued', 'processing')`),
  ],
);

/** No file, or other bytes than its row's. */
export const fileDefects = ["missing", "damaged"] as const;

export const renditions = table(
  "renditions",
  {
    trackId: trackReference(),
    kbps: integer().notNull(),
    /** Hz; null until an older file is read, which has at most 24,000. */
    sampleRate: integer(),
    storageKey: text().notNull(),
    bytes: integer().notNull(),
    /** Excerpt length, whole frames; null before the track is first premium-only. */
    excerptBytes: integer(),
    /** Strong validator: hex, of the file. */
    sha256: text().notNull(),
    /** Hex, of the sound alone (`app/lib/sound-hash.ts`); null until an older file is read. */
    soundSha256: text(),
    /** Last comparison with this row (null for never), and its result. */
    checkedAt: timestamp(),
    defect: text({ enum: fileDefects }),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.trackId, t.kbps] }),
    uniqueIndex("renditions_storage_unique").on(t.storageKey),
    index("renditions_defect_index").on(t.trackId).where(sql`defect is not null`),
    index("renditions_unhashed_index").on(t.trackId).where(sql`sound_sha256 is null`),
  ],
);

/** Present sounds and those before a correction, to recognize files. */
export const trackSounds = table(
  "track_sounds",
  {
    trackId: trackReference(),
    /** Hex, of the sound alone (`app/lib/sound-hash.ts`). */
    sha256: text().notNull(),
    kbps: integer().notNull(),
    /** Of a premium-only track. */
    isExcerpt: boolean().notNull(),
    /** When listeners began to hear it. */
    createdAt: timestamp().notNull(),
    /** By a correction; null for the present sound. */
    replacedAt: timestamp(),
  },
  (t) => [primaryKey({ columns: [t.trackId, t.sha256] }), index("track_sounds_sha256_index").on(t.sha256)],
);

/** The script's sentences. */
export const transcriptCues = table(
  "transcript_cues",
  {
    trackId: trackReference(),
    position: integer().notNull(),
    speaker: text({ enum: ["A", "B"] }).notNull(),
    text: text().notNull(),
    startMs: integer().notNull(),
    endMs: integer().notNull(),
    /** In the script; null for older rows and uploaded transcripts: each is a turn. */
    turn: integer(),
    /** Of the section that begins here. */
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
    /** Folded by `db/search/text.ts`. */
    folded: text().notNull(),
    /** Rows in `track_labels`, by triggers (migration `listening_indexes`). */
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
