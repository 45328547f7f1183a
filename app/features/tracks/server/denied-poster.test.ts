import { expect, test } from "vitest";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { hasLiked } from "#app/features/likes/server/has-liked.server.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { listLikedTracks } from "#app/features/likes/server/list-liked-tracks.server.ts";
import { unlikeTrack } from "#app/features/likes/server/unlike-track.server.ts";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import { listPlaylistsOf } from "#app/features/playlists/server/list-playlists-of.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { write } from "#db/client.ts";
import { renditions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { deleteTrack } from "./delete-track.server.ts";
import { findTrack } from "./find-track.server.ts";
import { listTracks, listTracksOf, type TrackPage } from "./list-tracks.server.ts";

withDatabase();

test("what a member has published is there exactly while the account is approved, for themselves too", async () => {
  const [poster, viewer] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: poster.id, title: "きえるよる" });
  const stays = await addTrack({ userId: viewer.id, title: "のこるよる" });
  await write((tx) =>
    tx.insert(renditions).values({
      trackId,
      kbps: 64,
      storageKey: `audio/${trackId}/64.mp3`,
      bytes: 1,
      sha256: "0".repeat(64),
      createdAt: new Date(),
    }),
  );
  await addPlaylist({ userId: viewer.id, trackIds: [trackId, stays] });
  await likeTrack({ viewer, trackId });
  await likeTrack({ viewer, trackId: stays });

  const has = ({ tracks }: TrackPage) => tracks.some(({ id }) => id === trackId);
  const isThere = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(NotFound);
        return false;
      },
    );
  const limit = 100;
  /** Every way on which the track may be met. */
  const seen = async () => ({
    home: has(await listTracks({ limit })),
    search: has(await searchTracks({ query: "きえる", limit })),
    posters: has(await listTracksOf({ userId: poster.id, viewer: null, limit })),
    postersOwn: has(await listTracksOf({ userId: poster.id, viewer: poster, limit })),
    favourites: has(await listLikedTracks({ userId: viewer.id, limit })),
    page: await isThere(findTrack({ viewer: null, trackId })),
    ownPage: await isThere(findTrack({ viewer: poster, trackId })),
    stream: await isThere(findAudio({ viewer: null, id: String(trackId) })),
    ownStream: await isThere(findAudio({ viewer: poster, id: String(trackId) })),
    liked: await isThere(hasLiked({ viewer, trackId })),
    likeable: await isThere(likeTrack({ viewer, trackId })),
    inPlaylist: (await listPlaylistsOf({ userId: viewer.id, viewer, limit })).playlists[0]?.itemCount === 2,
    titleInExport: (await exportAccount({ viewer })).likes.some(({ title }) => title === "きえるよる"),
  });
  const all = (value: boolean) => Object.fromEntries(Object.keys(there).map((way) => [way, value]));
  const there = await seen();
  expect(there).toEqual(all(true));

  await denyAccount({ userId: poster.id });
  expect(await seen()).toEqual(all(false));
  await expect(unlikeTrack({ viewer, trackId })).rejects.toThrow(NotFound);
  // Not "forbidden": that would tell that it exists.
  await expect(deleteTrack({ viewer, trackId })).rejects.toThrow(NotFound);
  expect((await listTracks({ limit })).tracks.map(({ id }) => id)).toContain(stays);

  await approveAccount({ userId: poster.id });
  expect(await seen()).toEqual(all(true));
});

test("a list goes on past the tracks of a denied account", async () => {
  const [poster, other] = [await addMember(), await addMember()];
  const at = (n: number) => new Date(Date.now() + 60_000 * n);
  const first = await addTrack({ userId: other.id, uploadedAt: at(5) });
  for (const n of [4, 3, 2]) await addTrack({ userId: poster.id, uploadedAt: at(n) });
  const last = await addTrack({ userId: other.id, uploadedAt: at(1) });
  await denyAccount({ userId: poster.id });
  const page = await listTracks({ limit: 1 });
  expect(page.tracks.map(({ id }) => id)).toEqual([first]);
  const next = await listTracks({ limit: 1, cursor: page.next ?? "" });
  expect(next.tracks.map(({ id }) => id)).toEqual([last]);
});
