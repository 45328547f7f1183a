// @module-tag release: every pair of acts; the order of locks of each has a test of its own
import { expect, test, vi } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { blockMember } from "#app/features/blocks/block-member.server.ts";
import { DomainError } from "#app/features/domain-error.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { ListeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { followMember, unfollowMember } from "#app/features/people/server/follow-member.server.ts";
import {
  addToPlaylist,
  createPlaylistWithTrack,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { write } from "#db/client.ts";
import * as errors from "#db/errors.ts";
import { follows, likes } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withRowLock } from "#test/databases/row-lock.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { denyAccount } from "../server/deny-account.server.ts";
import { deleteAccount } from "./delete-account.server.ts";

// Without retries: `write` would hide a deadlock.
vi.spyOn(errors, "isRetryable").mockReturnValue(false);

withDatabase();

const { isOnPostgres, lockRow, unlockRow, countWaiting } = withRowLock();

/** Waits until so many connections of this database wait for a lock, or `ended` says that they need not. */
async function untilWaiting(count: number, ended: () => boolean): Promise<void> {
  const isReached = async () => ended() || (await countWaiting()) >= count;
  await expect.poll(isReached, { interval: 10 }).toBe(true);
}

/** Two members who follow each other; one has liked a track of the other and has it in a playlist. */
async function addRelatedPair(isActorFirst: boolean) {
  const [one, other] = [await addMember(), await addMember()];
  const [first, second] = one.id < other.id ? [one, other] : [other, one];
  const [viewer, author] = isActorFirst ? [first, second] : [second, first];
  const [trackId, liked] = [await addTrack({ userId: author.id }), await addTrack({ userId: author.id })];
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: [liked] });
  const createdAt = new Date();
  await write(async (tx) => {
    await tx.insert(likes).values({ userId: viewer.id, trackId: liked, createdAt });
    await tx.insert(follows).values({ followerId: author.id, followingId: viewer.id, createdAt });
  });
  return { viewer, author, trackId, liked, playlistId };
}
type Two = Awaited<ReturnType<typeof addRelatedPair>>;

/** Actions that notify somebody or retract a notification. */
const acts: [string, (o: Two) => Promise<unknown>][] = [
  ["likes", likeTrack],
  ["takes a like back", ({ viewer, liked: trackId }) => unlikeTrack({ viewer, trackId })],
  ["follows", ({ viewer, author }) => followMember({ viewer, userId: author.id })],
  ["unfollows", ({ viewer, author }) => unfollowMember({ viewer: author, userId: viewer.id })],
  ["blocks", ({ viewer, author }) => blockMember({ viewer, userId: author.id })],
  ["adds to a playlist", addToPlaylist],
  [
    "takes out of a playlist",
    ({ viewer, playlistId, liked: trackId }) => removeFromPlaylist({ viewer, playlistId, trackId }),
  ],
  [
    "makes a playlist",
    ({ viewer, trackId }) =>
      createPlaylistWithTrack({
        viewer,
        trackId,
        playlist: { name: "朝", categories: [], description: null, isPublic: true },
      }),
  ],
  [
    "has listened",
    async ({ viewer, trackId }) => {
      const batch = new ListeningBatch();
      batch.addListening({ userId: viewer.id, trackId, positionMs: 1 });
      batch.addCount({ listener: "x", kind: "play", id: trackId });
      expect(await batch.flush()).toBe(true);
    },
  ],
];
const ends: ((user: { id: string }) => Promise<unknown>)[] = [
  (viewer) => deleteAccount({ viewer }),
  ({ id: userId }) => denyAccount({ actor: operatorActor, userId }),
];

/** All combinations of the order of ids, who is deleted or denied, and whose row is locked at first. */
const cases = ends.flatMap((end) =>
  [true, false].flatMap((isActorFirst) =>
    (["viewer", "author"] as const).flatMap((goes) =>
      (["viewer", "author"] as const).map((held) => ({ end, isActorFirst, goes, held })),
    ),
  ),
);

test.runIf(isOnPostgres).each(acts)(
  "who acts and who is notified are locked in one order, whoever is deleted or denied meanwhile: %s",
  async (_, act) => {
    for (const { end, isActorFirst, goes, held } of cases) {
      const two = await addRelatedPair(isActorFirst);
      let ended = 0;
      const counted = (work: Promise<unknown>) =>
        work.catch((error: unknown) => expect(error).toBeInstanceOf(DomainError)).finally(() => ended++);
      await lockRow("users", two[held].id);
      const acting = counted(act(two));
      await untilWaiting(1, () => ended > 0);
      const ending = counted(end(two[goes]));
      await untilWaiting(2 - ended, () => ended > 1);
      await unlockRow();
      await Promise.all([acting, ending]);
    }
  },
);
