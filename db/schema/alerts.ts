import { boolean, index, integer, json, primaryKey, table, text, timestamp } from "../columns.ts";

/** What each operator wants to be told, and how. No reference: the first administrator has no row. */
export const operatorAlerts = table("operator_alerts", {
  operatorId: text().primaryKey(),
  /** Null: `SUPPORT_EMAIL` for the first administrator, no emails for others. */
  email: text(),
  pushKinds: json<string[]>().notNull(),
  emailKinds: json<string[]>().notNull(),
  /** Minutes after midnight in Asia/Tokyo; both null for none. */
  quietFrom: integer(),
  quietUntil: integer(),
  /** Urgent kinds are told in quiet hours too. */
  urgentPasses: boolean().notNull().default(false),
});

/** Up to where a recipient has been told of a kind. Whoever moves a row on sends the message, in the same transaction. */
export const alertMarks = table(
  "alert_marks",
  {
    /** `operator ID` or `webhook ID`. */
    recipient: text().notNull(),
    kind: text().notNull(),
    /** What came until then is told, or was there before the kind was chosen. */
    seenUntil: timestamp().notNull(),
    /** The fewest that have waited since: more than that is news, however old the rows are. */
    level: integer().notNull(),
    /** The last message; null for none. */
    sentAt: timestamp(),
    /** What it said: so many are new, of so many that wait. */
    newCount: integer().notNull().default(0),
    totalCount: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.recipient, t.kind] })],
);

/** Addresses that are told what waits, such as a chat's. */
export const webhooks = table("webhooks", {
  id: text().primaryKey(),
  url: text().notNull(),
  kinds: json<string[]>().notNull(),
  /** Signs the messages: `whsec_` and base64. */
  secret: text().notNull(),
  createdAt: timestamp().notNull(),
  /** Of the last try; null before. */
  lastAt: timestamp(),
  /** Null without an answer. */
  lastStatus: integer(),
  /** Null when it was taken. */
  lastError: text(),
});

/** Outbox: the row is the truth, the queue's job only carries it. Deleted once taken or given up. */
export const webhookDeliveries = table(
  "webhook_deliveries",
  {
    /** Sent as `webhook-id`, the same at every try. */
    id: text().primaryKey(),
    webhookId: text()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    body: text().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: timestamp().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("webhook_deliveries_due_index").on(t.dueAt),
    index("webhook_deliveries_webhook_index").on(t.webhookId),
  ],
);
