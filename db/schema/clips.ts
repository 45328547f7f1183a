import { index, integer, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference } from "./users.ts";

/** Passages from one sentence of a turn to another. Neither words nor times: a correction changes both. */
export const clips = table(
  "clips",
  {
    /** Random: whoever has the address may hear it. */
    id: text().primaryKey(),
    userId: userReference(),
    trackId: trackReference(),
    firstTurn: integer().notNull(),
    firstSentence: integer().notNull(),
    lastTurn: integer().notNull(),
    lastSentence: integer().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("clips_range_unique").on(
      t.userId,
      t.trackId,
      t.firstTurn,
      t.firstSentence,
      t.lastTurn,
      t.lastSentence,
    ),
    index("clips_newest_index").on(t.userId, t.createdAt, t.id),
    index("clips_track_index").on(t.trackId, t.userId),
  ],
);
