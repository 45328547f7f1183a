import { z } from "zod";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { nameMessages } from "../edit/playlist-form.ts";
import { newPlaylistSchema, playlistParams } from "../playlists.schema.ts";

const message = "音声を番号で指定してください";
const orderMessage = "位置を1から始まる番号で指定してください";

/** Body that adds a track to a playlist. */
export const addItemBody = z.object({
  trackId: z
    .number({ error: message })
    .int(message)
    .min(1, message)
    .max(2 ** 31 - 1, message),
  order: z
    .number({ error: orderMessage })
    .int(orderMessage)
    .min(1, orderMessage)
    .optional()
    .describe("1から始まる位置。外した音声を元の位置に戻すときに使います。なければ最後です"),
});

/** Query that removes a track by its id instead of the item's. */
export const removeItemQuery = z.object({ trackId: z.string({ error: message }).pipe(trackIdSchema) });

/** The item of an added track; `isNew` is false when the track was in the playlist already. */
export const addedItemReply = z.object({ id: z.int(), order: z.int(), isNew: z.boolean() });

/** After a removal: whether the track is still in another playlist of the member. */
export const removedItemReply = z.object({
  isBookmarked: z.boolean(),
  removed: z
    .object({ trackId: z.int(), order: z.int() })
    .nullable()
    .describe("外した音声とその位置。入っていなかったときはnull"),
});

const ownPlaylistReply = z.object({
  id: z.int(),
  name: z.string(),
  isPublic: z.boolean(),
  itemCount: z.int(),
  hasTrack: z.boolean(),
});

/** The member's playlists for a track. `isBookmarked`: the track is in one of them; `limit`: maximum number of playlists. */
export const trackPlaylistsReply = z.object({
  isBookmarked: z.boolean(),
  playlists: z.array(ownPlaylistReply),
  limit: z.int(),
});

const itemForm = z.object({
  intent: z.enum(["add", "remove"]),
  playlistId: z.string({ error: "プレイリストを選択してください" }).pipe(playlistParams.shape.id),
  redirect: z.string().optional(),
});

/** Forms about a track's playlists: add it to one, remove it, or create one with it. `redirect` is the previous page. */
export const trackPlaylistsForm = z.discriminatedUnion(
  "intent",
  [
    itemForm,
    itemForm.pick({ redirect: true }).extend({ intent: z.literal("create"), name: z.string().optional() }),
  ],
  { error: "この操作はできません" },
);

/** Body that creates a playlist with the track in it; only the name is required. */
export const playlistForTrackBody = z
  .object({ name: z.string({ error: nameMessages.missing }) })
  .pipe(newPlaylistSchema);

export const playlistForTrackReply = ownPlaylistReply;
