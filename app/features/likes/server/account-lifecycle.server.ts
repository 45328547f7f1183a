import { asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { type Db, db } from "#db/client.ts";
import { likes, tracks, users } from "#db/schema/index.ts";

const likedTracks = (tx: Db, userId: string) =>
  tx.select({ id: likes.trackId }).from(likes).where(eq(likes.userId, userId));

export const likesAccountLifecycle: AccountLifecycle = {
  name: "likes",
  lockForDeletion: { tracks: likedTracks },
  async removeRows(tx, userId) {
    await tx
      .update(tracks)
      .set({ likeCount: sql`${tracks.likeCount} - 1` })
      .where(inArray(tracks.id, likedTracks(tx, userId)));
  },
  exports: {
    likes: exportedField({
      schema: z.array(z.object({ trackId: z.int(), title: z.string().nullable(), likedAt: z.date() })),
      read: async (userId) =>
        db
          .select({ trackId: likes.trackId, title: titleVisibleTo({ id: userId }), likedAt: likes.createdAt })
          .from(likes)
          .innerJoin(tracks, eq(tracks.id, likes.trackId))
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(likes.userId, userId))
          .orderBy(asc(likes.createdAt), asc(likes.trackId)),
    }),
  },
};
