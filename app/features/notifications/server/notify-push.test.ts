import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { endSession, startSession } from "#app/features/accounts/sessions/session.server.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { chooseFollowedTracks } from "#app/features/push/server/push-devices.server.ts";
import { db, write } from "#db/client.ts";
import { pushDeliveries, pushSubscriptions, sessions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { notificationsOf } from "#test/received-notifications.ts";
import { addTrack } from "#test/tracks.ts";
import { notifyFollowers } from "./notify-followers.server.ts";

withDatabase();

async function addDevice(user: { id: string }): Promise<string> {
  const token = await startSession({ userId: user.id, deviceInfo: "" });
  await write(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.userId, user.id));
    const id = `device of ${user.id}`;
    await tx.insert(pushSubscriptions).values({
      id,
      userId: user.id,
      sessionId: session?.id ?? "",
      endpoint: `https://push.example/${user.id}`,
      p256dh: "x",
      auth: "x",
      createdAt: new Date(),
    });
  });
  return token;
}
const deliveries = () =>
  db.select({ groupKey: pushDeliveries.groupKey, version: pushDeliveries.version }).from(pushDeliveries);

test("a device is due one message per group, and none for a repeated event", async () => {
  const author = await addMember();
  const trackId = await addTrack({ userId: author.id });
  await addDevice(author);
  for (let n = 0; n < 3; n++) {
    const viewer = await addMember();
    for (let time = 0; time < 2; time++) await likeTrack({ viewer, trackId });
  }
  expect(await deliveries()).toEqual([
    { groupKey: expect.stringMatching(new RegExp(`^like ${trackId} \\d{4}-\\d\\d-\\d\\d$`)), version: 3 },
  ]);
  await deleteAccount({ viewer: author });
  expect(await deliveries()).toEqual([]);
});

test("a concurrent log-out does not fail the like", async () => {
  for (let round = 0; round < 10; round++) {
    const [viewer, author] = [await addMember(), await addMember()];
    const trackId = await addTrack({ userId: author.id });
    const token = await addDevice(author);
    await Promise.all([likeTrack({ viewer, trackId }), endSession(token)]);
    expect(await notificationsOf(author)).toHaveLength(1);
    expect(await deliveries()).toEqual([]);
  }
});

test("browsers are told of followed members' tracks as one of a day, where the member has chosen it", async () => {
  const [author, chooser, other] = [await addMember(), await addMember(), await addMember()];
  for (const viewer of [chooser, other]) {
    await followMember({ viewer, userId: author.id });
    await addDevice(viewer);
  }
  await chooseFollowedTracks({ viewer: chooser, isWanted: true });
  for (let n = 0; n < 2; n++) await notifyFollowers({ trackId: await addTrack({ userId: author.id }) });
  const due = await db
    .select({
      userId: pushSubscriptions.userId,
      groupKey: pushDeliveries.groupKey,
      version: pushDeliveries.version,
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId));
  expect(due).toEqual([
    { userId: chooser.id, groupKey: expect.stringMatching(/^followed_track \d{4}-/), version: 2 },
  ]);
  await chooseFollowedTracks({ viewer: chooser, isWanted: false });
  await notifyFollowers({ trackId: await addTrack({ userId: author.id }) });
  expect((await db.select().from(pushDeliveries)).map(({ version }) => version)).toEqual([2]);
});
