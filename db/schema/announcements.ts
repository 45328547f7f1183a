import { index, serial, table, text, timestamp } from "../columns.ts";

/** What the operators say to everybody, above every page, from `startsAt` on. */
export const announcements = table(
  "announcements",
  {
    id: serial(),
    text: text().notNull(),
    startsAt: timestamp().notNull(),
    /** Null: until an operator ends it. */
    endsAt: timestamp(),
    /** When an operator ended it, also before it began. */
    endedAt: timestamp(),
    /** The operator's name. */
    createdBy: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("announcements_start_index").on(t.startsAt, t.id)],
);
