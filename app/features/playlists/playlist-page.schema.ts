import { z } from "zod";
import { trackReply } from "../tracks/tracks.schema.ts";
import { itemParams } from "./items.schema.ts";
import { ownedPlaylistReply, playlistParams } from "./playlists.schema.ts";

/** The forms of a playlist's page. */
export const playlistFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(["follow", "unfollow"]) }),
    z.object({ intent: z.literal("remove"), itemId: itemParams.shape.itemId }),
  ],
  { error: "操作を読み取れませんでした" },
);

/** The path of the call about what a playlist is shown as below its owner's name. */
export const ogParams = playlistParams.extend({ customUserId: z.string() });

/** Slugs name playlists of one member, or of everybody. */
export const slugParams = z.object({ slug: z.string() });
export const ownSlugParams = slugParams.extend({ userId: z.string() });

/** As `presentItem` gives it. */
export const itemReply = z
  .object({
    id: z.int(),
    order: z.int().describe("1から始まる順番。見えない音声の順番は飛びます"),
    track: trackReply,
  })
  .meta({ id: "PlaylistItem", description: "プレイリストの中の音声です。" });

/** As `presentWholePlaylist` gives it. */
export const wholePlaylistReply = ownedPlaylistReply
  .extend({ items: z.array(itemReply) })
  .meta({ id: "WholePlaylist", description: "プレイリストと、その中のすべての音声です。" });

/** What link previews are told (spec 2 §7). */
export const ogReply = z.object({
  title: z.string(),
  description: z.string(),
  imageUrl: z.url(),
  url: z.url(),
  type: z.string(),
  siteName: z.string(),
});
