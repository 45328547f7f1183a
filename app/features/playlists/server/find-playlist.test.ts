import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db } from "#db/client.ts";
import { playlistItems } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { findOwnItem } from "./find-playlist.server.ts";

withDatabase();

test("an item of one's own playlist tells nothing of a track that its poster has hidden", async () => {
  const [viewer, poster] = [await addMember(), await addMember()];
  const [trackId, ownId] = [
    await addTrack({ userId: poster.id, title: "秘密になる題" }),
    await addTrack({ userId: viewer.id, title: "自分の題" }),
  ];
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: [trackId, ownId] });
  const titleOf = async (id: number) => {
    const [item] = await db
      .select()
      .from(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, id)));
    return (await findOwnItem({ viewer, playlistId, itemId: item?.id ?? 0 })).title;
  };
  expect(await titleOf(trackId)).toBe("秘密になる題");
  await setTrackVisibility({ viewer: poster, trackId, isVisible: false });
  await setTrackVisibility({ viewer, trackId: ownId, isVisible: false });
  await expect(titleOf(trackId)).rejects.toBeInstanceOf(NotFound);
  expect(await titleOf(ownId)).toBe("自分の題");
});
