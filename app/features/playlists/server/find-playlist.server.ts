import { and, asc, eq, getTableColumns, isNotNull, ne, or, type Placeholder, type SQL } from "drizzle-orm";
import { z } from "zod";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { validate } from "#app/features/validate.ts";
import { type Db, db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { maxPlaylistItems, type OwnedPlaylist } from "../playlist.ts";
import { presentPlaylistWithItems } from "../playlist-view.ts";
import { playlistMissing, playlistParams, type playlistWithItemsReply } from "../playlists.schema.ts";
import { countItems, listItems } from "./list-items.server.ts";

type Viewer = { id: string } | null;

/** One error for a missing and another member's private playlist, so that its existence stays unknown. */
export const playlistNotFound = () => new NotFound(playlistMissing);

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

/** A public playlist, or the viewer's private one. Throws `NotFound`. */
export function findPlaylist(options: { viewer: Viewer; playlistId: number }): Promise<OwnedPlaylist> {
  const { viewer, playlistId: id } = options;
  return findOne(viewer, (on, viewerId) => selectById(on, { viewerId, id }));
}

/** Finds a slug among the playlists of `userId` or all; the oldest wins, so shared URLs last. Throws `NotFound`. */
function findPlaylistBySlug(options: {
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
  // A replica may lack what the owner has just made or changed.
  if (db !== primary && (!found || found.playlist.userId === viewer?.id))
    [found] = await lookUp(primary, viewerId);
  if (!found) throw playlistNotFound();
  const { playlist, owner } = found;
  const counts = await countItems({ playlistIds: [playlist.id], viewer });
  return { ...playlist, owner, itemCount: counts.get(playlist.id) ?? 0 };
}

/** The id of a page's path parameters. Throws `NotFound` if invalid. */
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
  order: number;
  last: number;
}

/**
 * An item of a playlist of the viewer. Throws `NotFound`, also for a track hidden by its author, and `Forbidden` for another
 * member's public playlist.
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

/** A track that the viewer sees outside the playlist; null otherwise. */
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

/** Slugs of a member's playlists but `except`. Lock the member first: then other slugs stay free until `tx` ends. */
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
 * Condition: visible to everybody. The query must join the owner (`users.id = playlists.userId`) and find its rows by something
 * else.
 */
export const isPublicPlaylist = and(isMarkedPublic, isOwnerApproved);

/**
 * Condition: public or the viewer's own. The query must join the owner and find its rows by something else. Visitors get both
 * alternatives, so that one prepared query serves everybody: no account has the empty id.
 */
export function viewableBy(viewer: { id: string | Placeholder } | null): SQL | undefined {
  return and(or(isMarkedPublic, eq(playlists.userId, viewer?.id ?? "")), isOwnerApproved);
}

const { nameReadings: _, ...shownColumns } = getTableColumns(playlists);

/** Without what only searches need. */
export const playlistColumns = shownColumns;

/** The query must join the owner. */
export const ownedPlaylistColumns = {
  playlist: playlistColumns,
  owner: { id: users.id, name: users.name, picture: users.picture, customUserId: users.customUserId },
};

/** Stands for an owner without `customUserId`. Reserved: no member can choose it. */
const anyOwner = "public";

export interface PlaylistAddress {
  id?: string | undefined;
  slug?: string | undefined;
  userId?: string | undefined;
}

const addressSchema = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  userId: z.string().optional(),
});

/**
 * Finds a playlist by `{id}`, `{slug}` or `{userId}/{slug}`. Tries `id` as an id first, then as a slug, and `slug` the other
 * way round. Ignores a `userId` beside `id`: the caller checks it (`matchesOwner`). Throws `NotFound`.
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

/** Whether `name` in `/{name}/playlist/{id}` is the owner's id, `customUserId` (in any case) or `public`. */
export function matchesOwner({ owner }: OwnedPlaylist, name: string): boolean {
  const lowerCase = name.toLowerCase();
  return name === owner.id || lowerCase === owner.customUserId?.toLowerCase() || lowerCase === anyOwner;
}

/** `member`: an id or a `customUserId`, in any case. Throws `NotFound`. */
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

type PlaylistKey = { playlistId: number } | { slug: string; member?: string };

/** The API's playlist with all items. Throws `NotFound`. */
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
