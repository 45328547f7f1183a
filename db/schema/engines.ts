import { boolean, index, integer, primaryKey, real, serial, table, text, timestamp } from "../columns.ts";
import { users } from "./users.ts";

export const enginePurposes = ["script", "fact-check", "speech", "chat", "harm-check"] as const;

/** How a request to an engine ended; `running` until then, and for ever when the process was killed. */
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

/** A request to an engine that costs something: what a job has used. Kept for a while; the sums of its day stay. */
export const engineUsage = table(
  "engine_usage",
  {
    id: serial(),
    /** Such as `gemini`; also the key of budgets and of the circuit. */
    engine: text().notNull(),
    purpose: text({ enum: enginePurposes }).notNull(),
    model: text().notNull(),
    /** Null for the official account. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    /** Of `audio_tasks` or `generation_tasks`; null for what is no task. */
    taskId: text(),
    /** YYYY-MM-DD in Asia/Tokyo. */
    day: text().notNull(),
    outcome: text({ enum: engineOutcomes }).notNull(),
    /** Characters that were sent. */
    characters: integer().notNull(),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    milliseconds: integer().notNull().default(0),
    /** By the operator's price table; 0 where it has no price. */
    yen: real().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("engine_usage_user_index").on(t.userId, t.day),
    index("engine_usage_created_index").on(t.createdAt),
  ],
);

/** The sums of a day, for the budget of the whole installation and for the operator. */
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

/** Engines that have failed lately. Shared by all processes: the pages say so, the workers stop asking. */
export const engineCircuits = table("engine_circuits", {
  engine: text().primaryKey(),
  /** Since `windowStartedAt`. */
  failures: integer().notNull(),
  windowStartedAt: timestamp().notNull(),
  /** Until then nothing is sent; null while the circuit is closed. */
  openUntil: timestamp(),
  /** Whether waiting does not help, because the service refuses the key. */
  isPermanent: boolean().notNull().default(false),
  /** How often it has opened since the last success. */
  tripCount: integer().notNull().default(0),
  lastError: text().notNull(),
  updatedAt: timestamp().notNull(),
});
