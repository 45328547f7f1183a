import { asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { type Db, db } from "#db/client.ts";
import { playlistFollows, playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { renumberItems } from "../reorder/reorder-items.server.ts";
import { playlistColumns, viewableBy } from "./find-playlist.server.ts";
import { adjustFollowerCounts } from "./follow-playlist.server.ts";

const trackFields = { trackId: z.int(), title: z.string().nullable() };

const exportedPlaylists = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    category: z.string(),
    description: z.string().nullable(),
    isPublic: z.boolean(),
    publicSlug: z.string().nullable(),
    feedVerification: z.string().nullable().describe("ポッドキャストの確認コード"),
    takenDownAt: z.date().nullable().describe("運営が公開を停止した時刻"),
    takedownReason: z.string().nullable(),
    wasPublicBefore: z.boolean().nullable().describe("公開を停止される前に公開していたかどうか"),
    impressionCount: z.int(),
    followerCount: z.int(),
    createdAt: z.date(),
    updatedAt: z.date(),
    items: z.array(z.object({ order: z.int(), ...trackFields })),
  }),
);

const exportedFollows = z.array(
  z.object({
    playlistId: z.int(),
    name: z.string().nullable().describe("いま見られないものはnull"),
    since: z.date(),
  }),
);

const bookmarkedTracks = (tx: Db, userId: string) =>
  tx
    .select({ id: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(eq(playlists.userId, userId));

const ownTracks = (tx: Db, userId: string) =>
  tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, userId));

const playlistsWithOwnTracks = (tx: Db, userId: string) =>
  tx
    .select({ id: playlistItems.playlistId })
    .from(playlistItems)
    .where(inArray(playlistItems.trackId, ownTracks(tx, userId)));

/** Playlists of an account, those it follows, and others' playlists with its tracks. */
export const playlistsAccountLifecycle: AccountLifecycle = {
  name: "playlists",
  lockForDeletion: {
    tracks: bookmarkedTracks,
    playlists: (tx, userId) =>
      tx
        .select({ id: playlists.id })
        .from(playlists)
        .where(eq(playlists.userId, userId))
        .unionAll(
          tx
            .select({ id: playlistFollows.playlistId })
            .from(playlistFollows)
            .where(eq(playlistFollows.userId, userId)),
        )
        .unionAll(playlistsWithOwnTracks(tx, userId)),
  },
  updateCounts: adjustFollowerCounts,
  async removeRows(tx, userId) {
    await tx
      .update(tracks)
      .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
      .where(inArray(tracks.id, bookmarkedTracks(tx, userId)));
    const changed = await playlistsWithOwnTracks(tx, userId);
    await tx.delete(playlistItems).where(inArray(playlistItems.trackId, ownTracks(tx, userId)));
    await renumberItems(
      tx,
      changed.map(({ id }) => id),
    );
  },
  exports: {
    playlists: exportedField({ schema: exportedPlaylists, read: readPlaylists }),
    followedPlaylists: exportedField({ schema: exportedFollows, read: readFollowedPlaylists }),
  },
};

async function readPlaylists(userId: string): Promise<z.infer<typeof exportedPlaylists>> {
  const rows = await db
    .select(playlistColumns)
    .from(playlists)
    .where(eq(playlists.userId, userId))
    .orderBy(asc(playlists.createdAt), asc(playlists.id));
  const items = await db
    .select({
      playlistId: playlistItems.playlistId,
      order: playlistItems.position,
      trackId: tracks.id,
      title: titleVisibleTo({ id: userId }),
    })
    .from(playlists)
    .innerJoin(playlistItems, eq(playlistItems.playlistId, playlists.id))
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(playlists.userId, userId))
    .orderBy(asc(playlistItems.playlistId), asc(playlistItems.position));
  const itemsOf = Map.groupBy(items, ({ playlistId }) => playlistId);
  return rows.map(({ userId: _, ...playlist }) => ({
    ...playlist,
    items: (itemsOf.get(playlist.id) ?? []).map(({ order, trackId, title }) => ({ order, trackId, title })),
  }));
}

async function readFollowedPlaylists(userId: string): Promise<z.infer<typeof exportedFollows>> {
  return db
    .select({
      playlistId: playlists.id,
      name: sql<string | null>`case when ${viewableBy({ id: userId })} then ${playlists.name} end`,
      since: playlistFollows.createdAt,
    })
    .from(playlistFollows)
    .innerJoin(playlists, eq(playlists.id, playlistFollows.playlistId))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(eq(playlistFollows.userId, userId))
    .orderBy(asc(playlistFollows.createdAt), asc(playlistFollows.playlistId));
}
