import { boolean, index, integer, primaryKey, real, serial, table, text, timestamp } from "../columns.ts";
import { users } from "./users.ts";

export const enginePurposes = ["script", "fact-check", "speech", "chat", "harm-check"] as const;

/** `running` until the end, and forever if the process was killed. */
export const engineOutcomes = [
  "running",
  "done",
  "aborted",
  "credentials",
  "rate-limited",
  "unavailable",
  "timed-out",
  "rejected",
  "refused",
  "truncated",
  "unusable",
] as const;

/** A paid request of a job. Kept for a while; the day's sums stay. */
export const engineUsage = table(
  "engine_usage",
  {
    id: serial(),
    /** Such as `gemini`; also the key of budgets and circuits. */
    engine: text().notNull(),
    purpose: text({ enum: enginePurposes }).notNull(),
    model: text().notNull(),
    /** Null for the official account. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    /** Of `audio_tasks` or `generation_tasks`; null for no task. */
    taskId: text(),
    /** YYYY-MM-DD in Asia/Tokyo. */
    day: text().notNull(),
    outcome: text({ enum: engineOutcomes }).notNull(),
    /** Sent. */
    characters: integer().notNull(),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    milliseconds: integer().notNull().default(0),
    /** By the operator's prices; 0 without one. */
    yen: real().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("engine_usage_user_index").on(t.userId, t.day),
    index("engine_usage_created_index").on(t.createdAt),
  ],
);

/** A day's sums, for the installation's budget and the operator. */
export const engineDays = table(
  "engine_days",
  {
    /** YYYY-MM-DD in Asia/Tokyo. */
    day: text().notNull(),
    engine: text().notNull(),
    requests: integer().notNull(),
    failures: integer().notNull().default(0),
    characters: integer().notNull(),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    milliseconds: integer().notNull().default(0),
    yen: real().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.engine] })],
);

/** Lately failed engines, for all processes: pages say so, workers stop asking. */
export const engineCircuits = table("engine_circuits", {
  engine: text().primaryKey(),
  /** Since `windowStartedAt`. */
  failures: integer().notNull(),
  windowStartedAt: timestamp().notNull(),
  /** Nothing is sent until then; null while closed. */
  openUntil: timestamp(),
  /** Waiting does not help: the service refuses the key. */
  isPermanent: boolean().notNull().default(false),
  /** Openings since the last success. */
  tripCount: integer().notNull().default(0),
  lastError: text().notNull(),
  updatedAt: timestamp().notNull(),
});
