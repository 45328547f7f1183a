import { expect, test } from "vitest";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { hasLiked, listLikedTracks } from "#app/features/likes/server/find-likes.server.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import { listPlaylistsByUser } from "#app/features/playlists/server/list-playlists.server.ts";
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

test("a member's tracks are visible only while the account is approved, also for themselves", async () => {
  const [author, viewer] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id, title: "きえるよる" });
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
  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(NotFound);
        return false;
      },
    );
  const limit = 100;
  /** Every way to see the track. */
  const seen = async () => ({
    home: has(await listTracks({ viewer: null, limit })),
    search: has(await searchTracks({ viewer: null, query: "きえる", limit })),
    authors: has(await listTracksOf({ userId: author.id, viewer: null, limit })),
    authorsOwn: has(await listTracksOf({ userId: author.id, viewer: author, limit })),
    favourites: has(await listLikedTracks({ userId: viewer.id, limit })),
    page: await succeeds(findTrack({ viewer: null, trackId })),
    ownPage: await succeeds(findTrack({ viewer: author, trackId })),
    stream: await succeeds(findAudio({ viewer: null, id: String(trackId) })),
    ownStream: await succeeds(findAudio({ viewer: author, id: String(trackId) })),
    liked: await succeeds(hasLiked({ viewer, trackId })),
    likeable: await succeeds(likeTrack({ viewer, trackId })),
    inPlaylist:
      (await listPlaylistsByUser({ userId: viewer.id, viewer, limit })).playlists[0]?.itemCount === 2,
    titleInExport: JSON.stringify((await exportAccount({ viewer })).likes).includes("きえるよる"),
  });
  const all = (value: boolean) => Object.fromEntries(Object.keys(there).map((way) => [way, value]));
  const there = await seen();
  expect(there).toEqual(all(true));

  await denyAccount({ actor: operatorActor, userId: author.id });
  expect(await seen()).toEqual(all(false));
  await expect(unlikeTrack({ viewer, trackId })).rejects.toThrow(NotFound);
  // Not `Forbidden`: that would reveal that it exists.
  await expect(deleteTrack({ viewer, trackId })).rejects.toThrow(NotFound);
  expect((await listTracks({ viewer: null, limit })).tracks.map(({ id }) => id)).toContain(stays);

  await approveAccount({ actor: operatorActor, userId: author.id });
  expect(await seen()).toEqual(all(true));
});

test("a list continues after the tracks of a denied account", async () => {
  const [author, other] = [await addMember(), await addMember()];
  const at = (n: number) => new Date(Date.now() + 60_000 * n);
  const first = await addTrack({ userId: other.id, uploadedAt: at(5) });
  for (const n of [4, 3, 2]) await addTrack({ userId: author.id, uploadedAt: at(n) });
  const last = await addTrack({ userId: other.id, uploadedAt: at(1) });
  await denyAccount({ actor: operatorActor, userId: author.id });
  const page = await listTracks({ viewer: null, limit: 1 });
  expect(page.tracks.map(({ id }) => id)).toEqual([first]);
  const next = await listTracks({ viewer: null, limit: 1, cursor: page.next ?? "" });
  expect(next.tracks.map(({ id }) => id)).toEqual([last]);
});
