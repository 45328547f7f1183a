import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import type { TrackViewer } from "#app/features/tracks/opening.ts";
import { validate } from "#app/features/validate.ts";
import { maxPlaylistItems, type OwnedPlaylist } from "../playlist.ts";
import { playlistParams, type playlistWithItemsReply } from "../playlists.schema.ts";
import { presentPlaylistWithItems } from "../present-playlist.ts";
import { findPlaylist, findPlaylistBySlug, playlistNotFound } from "./find-playlist.server.ts";
import { listItems } from "./list-items.server.ts";

type Viewer = { id: string } | null;

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
