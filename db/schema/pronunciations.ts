import { index, integer, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { users } from "./users.ts";

/** 読み辞書: a word's reading, a member's for their own tracks or the admin's for all. */
export const pronunciations = table(
  "pronunciations",
  {
    id: serial(),
    /** Null for the site's dictionary. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    /** Empty for the site: null would not violate a unique index. */
    owner: text().notNull(),
    word: text().notNull(),
    /** Lower case: one entry for NVIDIA and nvidia. */
    wordKey: text().notNull(),
    /** Katakana. */
    reading: text().notNull(),
    /** The pitch falls after this mora; 0 for none, null leaves it to the engine. */
    accent: integer(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("pronunciations_word_unique").on(t.owner, t.wordKey),
    index("pronunciations_user_index").on(t.userId),
  ],
);
