import { z } from "zod";
import { trackIdSchema } from "../tracks/tracks.schema.ts";
import { nameMessages, newPlaylistSchema, playlistParams } from "./playlists.schema.ts";

/** The path of the calls about one item. Its id fits Postgres' integer as a track's does. */
export const itemParams = playlistParams.extend({ itemId: trackIdSchema });

const message = "音声を番号で指定してください";

/** The body that puts a track into a playlist. */
export const addItemBody = z.object({
  trackId: z
    .number({ error: message })
    .int(message)
    .min(1, message)
    .max(2 ** 31 - 1, message),
});

/** The query that takes a track out by itself, whichever item it is. */
export const removeItemQuery = z.object({ trackId: z.string({ error: message }).pipe(trackIdSchema) });

/** Where the track stands; `isNew` is false when it was there already. */
export const addedItemReply = z.object({ id: z.int(), order: z.int(), isNew: z.boolean() });

/** Whether the track is in another playlist of the member's. */
export const removedItemReply = z.object({ isBookmarked: z.boolean() });

const ownPlaylistReply = z.object({
  id: z.int(),
  name: z.string(),
  isPublic: z.boolean(),
  itemCount: z.int(),
  hasTrack: z.boolean(),
});

/** The member's playlists as one chooses them for a track; `isBookmarked`: it is in one of them; `limit`: so many may there be. */
export const trackPlaylistsReply = z.object({
  isBookmarked: z.boolean(),
  playlists: z.array(ownPlaylistReply),
  limit: z.int(),
});

/** The body that makes a playlist with the track in it; a name is all that it needs. */
export const playlistForTrackBody = z
  .object({ name: z.string({ error: nameMessages.missing }) })
  .pipe(newPlaylistSchema);

export const playlistForTrackReply = ownPlaylistReply;
