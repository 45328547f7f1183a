import { z } from "zod";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { nameMessages } from "../edit/playlist-form.ts";
import { newPlaylistSchema, playlistParams } from "../playlists.schema.ts";

const message = "音声を番号で指定してください";
const orderMessage = "位置を1から始まる番号で指定してください";

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

export const removeItemQuery = z.object({ trackId: z.string({ error: message }).pipe(trackIdSchema) });

export const addedItemReply = z.object({ id: z.int(), order: z.int(), isNew: z.boolean() });

/** `isBookmarked`: another playlist of the member still has the track. */
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

/** `isBookmarked`: one of them has the track. `limit`: of playlists. */
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

/** `redirect`: the previous page. */
export const trackPlaylistsForm = z.discriminatedUnion(
  "intent",
  [
    itemForm,
    itemForm.pick({ redirect: true }).extend({ intent: z.literal("create"), name: z.string().optional() }),
  ],
  { error: "この操作はできません" },
);

export const playlistForTrackBody = z
  .object({ name: z.string({ error: nameMessages.missing }) })
  .pipe(newPlaylistSchema);

export const playlistForTrackReply = ownPlaylistReply;
