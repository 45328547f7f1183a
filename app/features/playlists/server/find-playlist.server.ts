import { and, asc, eq, isNotNull, ne, or, type Placeholder, type SQL } from "drizzle-orm";
import { z } from "zod";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { validate } from "#app/features/validate.ts";
import { type Db, db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { maxPlaylistItems, type OwnedPlaylist } from "../playlist.ts";
import { presentPlaylistWithItems } from "../playlist-view.ts";
import { playlistParams, type playlistWithItemsReply } from "../playlists.schema.ts";
import { countItems, listItems } from "./list-items.server.ts";

type Viewer = { id: string } | null;

/** The same error for a missing playlist and for another member's private one, whose existence stays unknown. */
export const playlistNotFound = () => new NotFound("プレイリストが見つかりません");

const selectFirst = (on: Db, condition: SQL | undefined, viewerId: Placeholder) =>
  on
    .select(ownedPlaylistColumns)
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(condition, viewableBy({ id: viewerId })))
    .orderBy(asc(playlists.createdAt), asc(playlists.id))
    .limit(1);
const selectById = prepared((on, value: ValuesOf<{ viewerId: string; id: number }>) =>
  selectFirst(on, eq(playlists.id, value("id")), value("viewerId")),
);
const selectBySlug = prepared((on, value: ValuesOf<{ viewerId: string; slug: string }>) =>
  selectFirst(on, eq(playlists.publicSlug, value("slug")), value("viewerId")),
);
const selectByOwnerAndSlug = prepared(
  (on, value: ValuesOf<{ viewerId: string; slug: string; userId: string }>) =>
    selectFirst(
      on,
      and(eq(playlists.publicSlug, value("slug")), eq(playlists.userId, value("userId"))),
      value("viewerId"),
    ),
);

/** A public playlist, or a private one for its owner. Throws `NotFound`. */
export function findPlaylist(options: { viewer: Viewer; playlistId: number }): Promise<OwnedPlaylist> {
  const { viewer, playlistId: id } = options;
  return findOne(viewer, (on, viewerId) => selectById(on, { viewerId, id }));
}

/**
 * Finds a playlist by its slug, among those of `userId` or all. The oldest of several wins, so that a shared URL keeps
 * its meaning. Throws `NotFound`.
 */
export function findPlaylistBySlug(options: {
  viewer: Viewer;
  slug: string;
  userId?: string;
}): Promise<OwnedPlaylist> {
  const { viewer, slug, userId } = options;
  return findOne(viewer, (on, viewerId) =>
    userId === undefined
      ? selectBySlug(on, { viewerId, slug })
      : selectByOwnerAndSlug(on, { viewerId, slug, userId }),
  );
}

async function findOne(
  viewer: Viewer,
  lookUp: (on: Db, viewerId: string) => ReturnType<typeof selectById>,
): Promise<OwnedPlaylist> {
  const viewerId = viewer?.id ?? "";
  let [found] = await lookUp(db, viewerId);
  // A replica does not know yet what the owner has just made or changed.
  if (db !== primary && (!found || found.playlist.userId === viewer?.id))
    [found] = await lookUp(primary, viewerId);
  if (!found) throw playlistNotFound();
  const { playlist, owner } = found;
  const counts = await countItems({ playlistIds: [playlist.id], viewer });
  return { ...playlist, owner, itemCount: counts.get(playlist.id) ?? 0 };
}

/** The id in a page's path parameters. Throws `NotFound` for an invalid one. */
export function parsePlaylistId(params: unknown): number {
  const { success, data } = playlistParams.safeParse(params);
  if (!success) throw playlistNotFound();
  return data.id;
}

/** A playlist of the viewer. Throws `NotFound`, and `Forbidden` for another member's public one. */
export async function findOwnPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<OwnedPlaylist> {
  const playlist = await findPlaylist(options);
  if (playlist.userId !== options.viewer.id) throw new Forbidden();
  return playlist;
}

interface OwnItem {
  playlist: { id: number; name: string };
  title: string;
  /** Position, from 1. */
  order: number;
  /** Last position of the playlist. */
  last: number;
}

/**
 * An item of a playlist of the viewer. Throws `NotFound`, also for a track that its author has hidden since, and `Forbidden`
 * in another member's public playlist.
 */
export async function findOwnItem(options: {
  viewer: { id: string };
  playlistId: number;
  itemId: number;
}): Promise<OwnItem> {
  const { viewer, playlistId, itemId } = options;
  const [playlist] = await primary
    .select({ id: playlists.id, name: playlists.name, userId: playlists.userId })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(eq(playlists.id, playlistId), viewableBy(viewer)));
  if (!playlist) throw playlistNotFound();
  if (playlist.userId !== viewer.id) throw new Forbidden();
  const [item] = await primary
    .select({ title: tracks.title, order: playlistItems.position })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(playlistItems.id, itemId), eq(playlistItems.playlistId, playlistId), visibleTo(viewer)));
  if (!item) throw new NotFound("この音声はプレイリストにありません");
  const last = await primary.$count(playlistItems, eq(playlistItems.playlistId, playlistId));
  return { playlist: { id: playlist.id, name: playlist.name }, ...item, last };
}

/** A track that the viewer sees and that is not in the playlist; null otherwise. */
export async function findTrackOutside(o: {
  viewer: TrackViewer | null;
  playlistId: number;
  trackId: number;
}): Promise<{ title: string } | null> {
  const inside = and(eq(playlistItems.playlistId, o.playlistId), eq(playlistItems.trackId, o.trackId));
  if ((await primary.$count(playlistItems, inside)) > 0) return null;
  const [track] = await primary
    .select({ title: tracks.title })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, o.trackId), visibleTo(o.viewer)));
  return track ?? null;
}

/**
 * The slugs of a member's playlists, without that of `except`. Call it with the member locked (`lockMember`): other
 * slugs stay free until `tx` ends.
 */
export async function findSlugs(tx: Db, o: { userId: string; except?: number }): Promise<Set<string>> {
  const rows = await tx
    .select({ slug: playlists.publicSlug })
    .from(playlists)
    .where(
      and(
        eq(playlists.userId, o.userId),
        isNotNull(playlists.publicSlug),
        o.except === undefined ? undefined : ne(playlists.id, o.except),
      ),
    );
  return new Set(rows.flatMap(({ slug }) => slug ?? []));
}

const isMarkedPublic = noIndexHint(eq(playlists.isPublic, true));
const isOwnerApproved = noIndexHint(eq(users.state, "approved"));

/**
 * Condition: visible to everybody. The query must join the owner (`users.id = playlists.userId`), and find its playlists by
 * something else.
 */
export const isPublicPlaylist = and(isMarkedPublic, isOwnerApproved);

/**
 * Condition: visible to `viewer`, i.e. public or their own. The query must join the owner, and find its playlists by something
 * else. Visitors get both alternatives too, so that a prepared query serves everybody: no account has the empty id.
 */
export function viewableBy(viewer: { id: string | Placeholder } | null): SQL | undefined {
  return and(or(isMarkedPublic, eq(playlists.userId, viewer?.id ?? "")), isOwnerApproved);
}

/** Columns of a playlist and its owner; the query must join the owner. */
export const ownedPlaylistColumns = {
  playlist: playlists,
  owner: { id: users.id, name: users.name, picture: users.picture, customUserId: users.customUserId },
};

/** Stands for an owner without `customUserId`; reserved, so no member can choose it. */
const anyOwner = "public";

/** The parts of a URL that identify a playlist. */
export interface PlaylistAddress {
  /** An id or a slug. */
  id?: string | undefined;
  slug?: string | undefined;
  /** The owner's id or `customUserId`, or `public`. */
  userId?: string | undefined;
}

const addressSchema = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  userId: z.string().optional(),
});

/**
 * Finds a playlist by `{id}`, `{slug}` or `{userId}/{slug}`. `id` is tried as an id and then as a slug, `slug` the other
 * way round. Beside `id`, `userId` is not checked: the caller does with `matchesOwner`. Throws `NotFound`.
 */
export async function findPlaylistByAddress(options: {
  viewer: Viewer;
  address: PlaylistAddress;
}): Promise<OwnedPlaylist> {
  const { viewer } = options;
  const { id, slug, userId } = validate(addressSchema, options.address);
  if (slug !== undefined && userId !== undefined)
    return findPlaylistByOwnerAndSlug({ viewer, member: userId, slug });
  const name = id ?? slug ?? "";
  const params = playlistParams.safeParse({ id: name }).data;
  const byId = () =>
    params ? findPlaylist({ viewer, playlistId: params.id }) : Promise.reject(playlistNotFound());
  const bySlug = () => findPlaylistBySlug({ viewer, slug: name });
  return id !== undefined ? firstFound(byId, bySlug) : firstFound(bySlug, byId);
}

async function firstFound(first: () => Promise<OwnedPlaylist>, second: () => Promise<OwnedPlaylist>) {
  try {
    return await first();
  } catch (error) {
    if (error instanceof NotFound) return second();
    throw error;
  }
}

/** Whether `name` in `/{name}/playlist/{id}` is the owner's id, their `customUserId` (case-insensitive) or `public`. */
export function matchesOwner({ owner }: OwnedPlaylist, name: string): boolean {
  const lowerCase = name.toLowerCase();
  return name === owner.id || lowerCase === owner.customUserId?.toLowerCase() || lowerCase === anyOwner;
}

/** `member` is an id or a `customUserId` (case-insensitive). Throws `NotFound`. */
async function findPlaylistByOwnerAndSlug(options: {
  viewer: Viewer;
  member: string;
  slug: string;
}): Promise<OwnedPlaylist> {
  const { viewer, member, slug } = options;
  const { id: userId } = await findPerson({ idOrCustomId: member }).catch((error: unknown) => {
    throw error instanceof NotFound ? playlistNotFound() : error;
  });
  return findPlaylistBySlug({ viewer, slug, userId });
}

/** An id, or a slug among all playlists or those of one member (id or `customUserId`). */
type PlaylistKey = { playlistId: number } | { slug: string; member?: string };

/** The JSON of a playlist with all of its items. Throws `NotFound`. */
export async function findPlaylistWithItems(options: {
  viewer: TrackViewer;
  key: PlaylistKey;
}): Promise<z.infer<typeof playlistWithItemsReply>> {
  const { viewer, key } = options;
  const playlist = await findPlaylistByKey(viewer, key);
  const { items } = await listItems({ viewer, playlistId: playlist.id, limit: maxPlaylistItems });
  return presentPlaylistWithItems(playlist, items, viewer);
}

function findPlaylistByKey(viewer: Viewer, key: PlaylistKey) {
  if ("playlistId" in key) return findPlaylist({ viewer, ...key });
  const { slug, member } = key;
  if (member === undefined) return findPlaylistBySlug({ viewer, slug });
  return findPlaylistByOwnerAndSlug({ viewer, member, slug });
}
