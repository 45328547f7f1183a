import { index, serial, table, text, timestamp } from "../columns.ts";

/** Shown to everybody above every page, from `startsAt`. */
export const announcements = table(
  "announcements",
  {
    id: serial(),
    text: text().notNull(),
    startsAt: timestamp().notNull(),
    /** Null: until an operator ends it. */
    endsAt: timestamp(),
    /** By an operator, perhaps before it began. */
    endedAt: timestamp(),
    /** The operator's name. */
    createdBy: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("announcements_start_index").on(t.startsAt, t.id)],
);
