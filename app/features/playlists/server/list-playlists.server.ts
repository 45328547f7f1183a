import { and, count, desc, eq, inArray, or, type Placeholder, sql } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type Blocker, notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { spellingsOf } from "#app/features/search/romaji.ts";
import { cutPage, decodeCursor, startCursors } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { playlists, users } from "#db/schema/index.ts";
import { searchPlaylistIds } from "#db/search/search-playlists.ts";
import { contains, splitWords } from "#db/search/text.ts";
import type { OwnedPlaylist, Playlist } from "../playlist.ts";
import { maxPlaylists } from "../playlist-limits.ts";
import { isPublicPlaylist, ownedPlaylistColumns, playlistColumns } from "./find-playlist.server.ts";
import { countItems } from "./list-items.server.ts";

export interface OwnedPlaylistPage {
  playlists: OwnedPlaylist[];
  next: string | null;
}

interface PageValues extends Record<string, unknown> {
  at: Date;
  id: number;
  limit: number;
}

const isOlder = (at: Placeholder, id: Placeholder) =>
  sql`(${playlists.createdAt}, ${playlists.id}) < (${sql.param(at, playlists.createdAt)}, ${id})`;

const preparePublic = (blocksAnyone: boolean) =>
  prepared((on, value: ValuesOf<PageValues & { viewerId: string }>) =>
    on
      .select(ownedPlaylistColumns)
      .from(playlists)
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(
        and(
          eq(playlists.isPublic, true),
          isPublicPlaylist,
          notBlockedBy({ id: value("viewerId"), blocksAnyone }, playlists.userId),
          isOlder(value("at"), value("id")),
        ),
      )
      .orderBy(desc(playlists.createdAt), desc(playlists.id))
      .limit(value("limit")),
  );
const selectPublic = preparePublic(false);
const selectWithoutBlocked = preparePublic(true);

/** A page of all public playlists, newest first, without those of members whom the viewer blocks. `limit` 1–100. */
export async function listPublicPlaylists(options: {
  viewer: Blocker | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<OwnedPlaylistPage> {
  const { viewer, limit } = options;
  const { at, id } = (options.cursor && decodeCursor(options.cursor)) || startCursors.newest;
  const select = viewer?.blocksAnyone ? selectWithoutBlocked : selectPublic;
  const found = await select(db, { viewerId: viewer?.id ?? "", at, id, limit: limit + 1 });
  const { shown, next } = cutPage(found, limit, (last) => ({
    at: last.playlist.createdAt,
    id: last.playlist.id,
  }));
  const counts = await countItems({ playlistIds: shown.map(({ playlist }) => playlist.id), viewer });
  return {
    playlists: shown.map(({ playlist, owner }) => ({
      ...playlist,
      owner,
      itemCount: counts.get(playlist.id) ?? 0,
    })),
    next,
  };
}

interface PlaylistPage {
  playlists: Playlist[];
  next: string | null;
}

const selectOfMember = prepared((on, value: ValuesOf<PageValues & { userId: string; viewerId: string }>) =>
  on
    .select(playlistColumns)
    .from(playlists)
    .where(
      and(
        eq(playlists.userId, value("userId")),
        or(noIndexHint(eq(playlists.isPublic, true)), eq(playlists.userId, value("viewerId"))),
        isOlder(value("at"), value("id")),
      ),
    )
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(value("limit")),
);

/** A page of a member's playlists, newest first; private ones only for the member. `limit` 1–100. */
export async function listPlaylistsByUser(options: {
  userId: string;
  viewer: { id: string } | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<PlaylistPage> {
  const { userId, viewer, limit } = options;
  const { at, id } = (options.cursor && decodeCursor(options.cursor)) || startCursors.newest;
  const viewerId = viewer?.id ?? "";
  const found = await selectOfMember(db, { userId, viewerId, at, id, limit: limit + 1 });
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.createdAt, id: last.id }));
  const counts = await countItems({ playlistIds: shown.map(({ id }) => id), viewer });
  return {
    playlists: shown.map((row) => ({ ...row, itemCount: counts.get(row.id) ?? 0 })),
    next,
  };
}

const selectCount = prepared((on, value: ValuesOf<{ userId: string }>) =>
  on
    .select({ count: count() })
    .from(playlists)
    .where(eq(playlists.userId, value("userId"))),
);

/** How many playlists a member has and may have. */
export async function countOwnPlaylists(options: {
  viewer: Viewer;
}): Promise<{ count: number; limit: number }> {
  const { viewer } = options;
  const [row] = await selectCount(primary, { userId: viewer.id });
  return { count: row?.count ?? 0, limit: maxPlaylists(viewer) };
}

/** Bounds the search for a category, which has no index, to the newest playlists. */
const maxSearchedPlaylists = 2000;

/** Public playlists of a category (exact name), newest first, without those of members whom the viewer blocks. */
export async function listPlaylistsOfCategory(options: {
  viewer: Blocker | null;
  category: string;
  limit: number;
}): Promise<OwnedPlaylist[]> {
  const { viewer, category, limit } = options;
  const newest = db
    .select({ id: playlists.id, names: sql<string>`',' || ${playlists.category} || ','`.as("names") })
    .from(playlists)
    .where(eq(playlists.isPublic, true))
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(maxSearchedPlaylists)
    .as("newest");
  const found = await db
    .select(ownedPlaylistColumns)
    .from(newest)
    .innerJoin(playlists, eq(playlists.id, newest.id))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(
      and(contains(newest.names, `,${category},`), isPublicPlaylist, notBlockedBy(viewer, playlists.userId)),
    )
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(limit);
  return withCounts(found, viewer);
}

/**
 * The same of those whose name, as written or as read, contains every word of `query` (folded). Romaji that no name contains is
 * searched for in kana.
 */
export async function searchPlaylists(options: {
  viewer: Blocker | null;
  query: string;
  limit: number;
}): Promise<OwnedPlaylist[]> {
  const { viewer, query, limit } = options;
  const words = splitWords(query);
  if (words.length === 0) return [];
  const where = and(isPublicPlaylist, notBlockedBy(viewer, playlists.userId));
  let ids: number[] = [];
  for (const spelling of spellingsOf(words)) {
    ids = await searchPlaylistIds({ words: spelling, where, limit });
    if (ids.length > 0) break;
  }
  if (ids.length === 0) return [];
  const found = await db
    .select(ownedPlaylistColumns)
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(inArray(playlists.id, ids))
    .orderBy(desc(playlists.id));
  return withCounts(found, viewer);
}

async function withCounts(
  found: { playlist: Omit<Playlist, "itemCount">; owner: OwnedPlaylist["owner"] }[],
  viewer: { id: string } | null,
): Promise<OwnedPlaylist[]> {
  const counts = await countItems({ playlistIds: found.map(({ playlist }) => playlist.id), viewer });
  return found.map(({ playlist, owner }) => ({
    ...playlist,
    owner,
    itemCount: counts.get(playlist.id) ?? 0,
  }));
}
