import { index, integer, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { users } from "./users.ts";

/** 読み辞書: how a word is spoken, by a member for their own tracks, or by the admin for all. */
export const pronunciations = table(
  "pronunciations",
  {
    id: serial(),
    /** The member; null for the dictionary of the site. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    /** The member's id, empty for the site: null would be no obstacle to a unique index. */
    owner: text().notNull(),
    word: text().notNull(),
    /** The word in small letters: one entry for NVIDIA and nvidia. */
    wordKey: text().notNull(),
    /** Katakana. */
    reading: text().notNull(),
    /** The mora after which the pitch falls, 0 for none; null leaves it to the engine. */
    accent: integer(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("pronunciations_word_unique").on(t.owner, t.wordKey),
    index("pronunciations_user_index").on(t.userId),
  ],
);
