import { expect, test } from "vitest";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPreview } from "#test/full-account.ts";
import { addTrack } from "#test/tracks.ts";
import { countUnread } from "../unread/count-unread.server.ts";
import { listNotifications } from "./find-notifications.server.ts";
import { notifyFollowers } from "./notify-followers.server.ts";

withDatabase();

test("followers are told of a published track once, of a day as one, and of none that is hidden or taken down", async () => {
  const [author, follower, stranger] = [await addMember(), await addMember(), await addMember()];
  await followMember({ viewer: follower, userId: author.id });
  const preview = await addPreview(author);
  const publish = () => publishTrack({ viewer: author, ...preview, title: "夜の音", labels: ["歴史"] });
  const { trackId } = await publish();
  await publish();
  const told = async () => (await listNotifications({ viewer: follower, limit: 9 })).groups;
  expect(await told()).toMatchObject([
    { type: "followed_track", trackId, actorUserId: author.id, groupSize: 1 },
  ]);
  expect(await countUnread({ userId: follower.id })).toBe(1);
  expect(await countUnread({ userId: stranger.id })).toBe(0);
  const second = await addTrack({ userId: author.id });
  await notifyFollowers({ trackId: second });
  expect(await told()).toMatchObject([{ type: "followed_track", trackId: second, groupSize: 2 }]);
  await takeDownTrack({ actor, trackId: second, reason: null });
  expect(await told()).toMatchObject([{ trackId, groupSize: 1 }]);
  await setTrackVisibility({ viewer: author, trackId, isVisible: false });
  expect(await told()).toEqual([]);
  await notifyFollowers({ trackId });
  expect(await told()).toEqual([]);
});
