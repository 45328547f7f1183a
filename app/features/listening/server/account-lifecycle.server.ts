import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { listeningHistory, playbacks, tracks, users } from "#db/schema/index.ts";

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
          isHeard: z.boolean().describe("一度でも終わりまで聴いたか"),
        }),
      ),
      async read(userId) {
        const rows = await db
          .select({
            trackId: listeningHistory.trackId,
            title: titleVisibleTo({ id: userId }),
            listenedAt: listeningHistory.listenedAt,
            positionMs: listeningHistory.positionMs,
            isHeard: listeningHistory.isHeard,
          })
          .from(listeningHistory)
          .innerJoin(tracks, eq(tracks.id, listeningHistory.trackId))
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(listeningHistory.userId, userId))
          .orderBy(asc(listeningHistory.listenedAt), asc(listeningHistory.trackId));
        return rows.map(({ positionMs, ...row }) => ({ ...row, position: positionMs / 1000 }));
      },
    }),
    playback: exportedField({
      schema: z
        .object({
          trackId: z.int(),
          title: z.string().nullable(),
          position: z.number().describe("秒"),
          rate: z.number(),
          queue: z.object({
            name: z.string(),
            path: z.string(),
            isPlaylist: z.boolean(),
            isArranged: z.boolean().optional(),
            next: z.string().nullable(),
            trackIds: z.array(z.int()),
          }),
          isPlaying: z.boolean(),
          deviceId: z.string(),
          updatedAt: z.date(),
        })
        .nullable(),
      async read(userId) {
        const [row] = await db
          .select({
            trackId: playbacks.trackId,
            title: titleVisibleTo({ id: userId }),
            positionMs: playbacks.positionMs,
            rate: playbacks.rate,
            queue: playbacks.queue,
            isPlaying: playbacks.isPlaying,
            deviceId: playbacks.deviceId,
            updatedAt: playbacks.updatedAt,
          })
          .from(playbacks)
          .innerJoin(tracks, eq(tracks.id, playbacks.trackId))
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(playbacks.userId, userId));
        if (!row) return null;
        const { positionMs, ...rest } = row;
        return { ...rest, position: positionMs / 1000 };
      },
    }),
  },
};
