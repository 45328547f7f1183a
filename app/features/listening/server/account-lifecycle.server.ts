import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { titleVisibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { db } from "#db/client.ts";
import { listeningHistory, tracks, users } from "#db/schema/index.ts";

/** What an account has listened to. */
export const listeningAccountLifecycle: AccountLifecycle = {
  name: "listening",
  exports: {
    listeningHistory: exportedField({
      schema: z.array(
        z.object({
          trackId: z.int(),
          title: z.string().nullable(),
          listenedAt: z.date(),
          position: z.number().describe("秒"),
        }),
      ),
      async read(userId) {
        const rows = await db
          .select({
            trackId: listeningHistory.trackId,
            title: titleVisibleTo({ id: userId }),
            listenedAt: listeningHistory.listenedAt,
            positionMs: listeningHistory.positionMs,
          })
          .from(listeningHistory)
          .innerJoin(tracks, eq(tracks.id, listeningHistory.trackId))
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(listeningHistory.userId, userId))
          .orderBy(asc(listeningHistory.listenedAt), asc(listeningHistory.trackId));
        return rows.map(({ positionMs, ...row }) => ({ ...row, position: positionMs / 1000 }));
      },
    }),
  },
};
