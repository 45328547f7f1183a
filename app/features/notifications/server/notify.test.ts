import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { signInLocally } from "#app/features/accounts/sign-in/server/open-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { DomainError } from "#app/features/domain-error.ts";
import { subscribeTo } from "#app/features/events/server/publish.server.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { followMember, unfollowMember } from "#app/features/people/server/follow-member.server.ts";
import {
  addToPlaylist,
  createPlaylistWithTrack,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { deletePlaylist } from "#app/features/playlists/edit/server/delete-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { db, write } from "#db/client.ts";
import { invitations, likes, notifications } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { allChangesReceived, notificationsOf } from "#test/received-notifications.ts";
import { addTrack } from "#test/tracks.ts";

withDatabase();
afterEach(() => Object.assign(environment(), { REGISTRATION_APPROVAL: "auto" }));

/** A member, somebody else with two tracks, and what both do. */
async function two() {
  const [viewer, author] = [await addMember({ isPremium: true }), await addMember()];
  const [trackId, second] = [await addTrack({ userId: author.id }), await addTrack({ userId: author.id })];
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: [] });
  return { viewer, author, trackId, second, playlistId };
}
type Two = Awaited<ReturnType<typeof two>>;

const read = (user: { id: string }) =>
  write((tx) =>
    tx.update(notifications).set({ isRead: true }).where(eq(notifications.userId, user.id)).returning(),
  );

/** How often `act` publishes a change of the unread count of `user`. */
async function changesBy(user: { id: string }, act: () => Promise<unknown>): Promise<number> {
  await allChangesReceived();
  let changes = 0;
  const stop = subscribeTo({ userId: user.id }, () => changes++);
  await act();
  await allChangesReceived();
  stop();
  return changes;
}

/** An act, its undoing, and the notification that the author gets. */
const pairs: [string, (o: Two) => Promise<unknown>, (o: Two) => Promise<unknown>, (o: Two) => object][] = [
  ["like", likeTrack, unlikeTrack, ({ viewer, trackId }) => ({ type: "like", actorId: viewer.id, trackId })],
  [
    "follow",
    ({ viewer, author }) => followMember({ viewer, userId: author.id }),
    ({ viewer, author }) => unfollowMember({ viewer, userId: author.id }),
    ({ viewer }) => ({ type: "follow", actorId: viewer.id }),
  ],
  [
    "playlist",
    addToPlaylist,
    removeFromPlaylist,
    ({ viewer, trackId, playlistId }) => ({ type: "playlist_add", actorId: viewer.id, trackId, playlistId }),
  ],
];

test.each(pairs)("%s: notified once, and retracted unless it was read", async (_, act, undo, event) => {
  const made = await two();
  const expected = (isRead: boolean) => [{ ...event(made), isRead }];
  await act(made);
  await act(made);
  expect(await notificationsOf(made.author)).toEqual(expected(false));
  await undo(made);
  expect(await notificationsOf(made.author)).toEqual([]);
  await undo(made);
  await act(made);
  expect(await notificationsOf(made.author)).toEqual(expected(false));
  await read(made.author);
  await undo(made);
  expect(await notificationsOf(made.author)).toEqual(expected(true));
  await act(made);
  expect(await notificationsOf(made.author)).toEqual(expected(true));
  expect(await notificationsOf(made.viewer)).toEqual([]);
});

test.each(pairs)("%s: the changes of the unread count are published", async (_, act, undo) => {
  const made = await two();
  for (const [change, changes] of [
    [act, 1],
    [act, 0],
    [undo, 1],
    [undo, 0],
  ] as const)
    expect(await changesBy(made.author, () => change(made))).toBe(changes);
});

test("concurrent events are notified once each, and undone ones not at all", async () => {
  const { author, trackId } = await two();
  const others = await Promise.all(Array.from({ length: 5 }, () => addMember()));
  await Promise.all(
    others.flatMap((viewer) => [likeTrack({ viewer, trackId }), likeTrack({ viewer, trackId })]),
  );
  expect(await notificationsOf(author)).toHaveLength(5);
  await Promise.all(
    others.flatMap((viewer) => [
      unlikeTrack({ viewer, trackId }),
      likeTrack({ viewer, trackId }),
      unlikeTrack({ viewer, trackId }),
    ]),
  );
  const left = await db.select({ actorId: likes.userId }).from(likes).where(eq(likes.trackId, trackId));
  const told = await notificationsOf(author);
  expect(told.map(({ actorId }) => actorId).sort()).toEqual(left.map(({ actorId }) => actorId).sort());
});

test("likes of a track and followers of a day in Tokyo are a group", async () => {
  const { author, trackId, second } = await two();
  for (let n = 0; n < 2; n++) {
    const viewer = await addMember();
    for (const id of [trackId, second]) await likeTrack({ viewer, trackId: id });
    await followMember({ viewer, userId: author.id });
  }
  const rows = await db.select().from(notifications).where(eq(notifications.userId, author.id));
  const groups = Map.groupBy(rows, ({ groupKey }) => groupKey);
  expect([...groups.values()].map((rows) => rows.length)).toEqual([2, 2, 2]);
});

test("own acts are not notified, and the official account gets no notifications", async () => {
  const { author, trackId } = await two();
  const playlistId = await addPlaylist({ userId: author.id, trackIds: [] });
  await likeTrack({ viewer: author, trackId });
  await addToPlaylist({ viewer: author, trackId, playlistId });
  expect(await notificationsOf(author)).toEqual([]);

  await write((tx) => addOfficialAccount(tx));
  const officialTrack = await addTrack({ userId: officialAccount.id });
  await likeTrack({ viewer: author, trackId: officialTrack });
  await addToPlaylist({ viewer: author, trackId: officialTrack, playlistId });
  await followMember({ viewer: author, userId: officialAccount.id });
  expect(await notificationsOf(officialAccount)).toEqual([]);
});

test("private playlists are not notified, and notifications of one that turns private are removed", async () => {
  const { viewer, author, trackId, second, playlistId } = await two();
  const hidden = await addPlaylist({ userId: viewer.id, trackIds: [], isPublic: false });
  await addToPlaylist({ viewer, playlistId: hidden, trackId });
  const values = { categories: [], description: null };
  await createPlaylistWithTrack({
    viewer,
    trackId,
    playlist: { ...values, name: "密かな夜", isPublic: false },
  });
  expect(await notificationsOf(author)).toEqual([]);

  await addToPlaylist({ viewer, playlistId, trackId });
  await read(author);
  await addToPlaylist({ viewer, playlistId, trackId: second });
  const open = await createPlaylistWithTrack({
    viewer,
    trackId,
    playlist: { ...values, name: "夜", isPublic: true },
  });
  expect(await notificationsOf(author)).toHaveLength(3);
  const changes = await changesBy(author, () =>
    updatePlaylist({ viewer, playlistId, playlist: { ...values, name: "秘密", isPublic: false } }),
  );
  const left = [{ type: "playlist_add", actorId: viewer.id, trackId, playlistId: open.id, isRead: false }];
  expect(await notificationsOf(author)).toEqual(left);
  expect(changes).toBe(1);
  // Publishing it again and renaming it notify nobody.
  await updatePlaylist({ viewer, playlistId, playlist: { ...values, name: "朝", isPublic: true } });
  await updatePlaylist({ viewer, playlistId: open.id, playlist: { ...values, name: "昼" } });
  expect(await notificationsOf(author)).toEqual(left);

  const gone = await changesBy(author, () => deletePlaylist({ viewer, playlistId: open.id }));
  expect(await notificationsOf(author)).toEqual([]);
  expect(gone).toBe(1);
});

test("a failed transaction notifies nobody", async () => {
  const { author, trackId } = await two();
  const viewer = await addMember();
  const playlist = { name: "夜", categories: [], description: null, isPublic: false };
  await expect(createPlaylistWithTrack({ viewer, trackId, playlist })).rejects.toThrow(DomainError);
  const undone = () =>
    write(async () => {
      await likeTrack({ viewer, trackId });
      throw new Error("stop");
    });
  const changes = await changesBy(author, () => expect(undone()).rejects.toThrow("stop"));
  expect([await notificationsOf(author), changes]).toEqual([[], 0]);
});

test("notifications about a track are deleted with it", async () => {
  const made = await two();
  const { viewer, author, trackId, second } = made;
  for (const [, act] of pairs) await act(made);
  await likeTrack({ viewer, trackId: second });
  const changes = await changesBy(author, () => deleteTrack({ viewer: author, trackId }));
  expect(await notificationsOf(author)).toMatchObject([
    { type: "follow" },
    { type: "like", trackId: second },
  ]);
  expect(changes).toBe(1);
});

test.each([
  ["denied", (id: string) => denyAccount({ actor: operatorActor, userId: id })],
  ["deleted", (id: string) => deleteAccount({ viewer: { id } })],
])("notifications by an account that is %s are removed, read or not", async (_, end) => {
  const made = await two();
  const { viewer, author, second } = made;
  const third = await addMember();
  for (const [, act] of pairs) await act(made);
  await read(author);
  await likeTrack({ viewer, trackId: second });
  await likeTrack({ viewer: third, trackId: second });
  const changes = await changesBy(author, () => end(viewer.id));
  expect(await notificationsOf(author)).toEqual([
    { type: "like", actorId: third.id, trackId: second, isRead: false },
  ]);
  expect(changes).toBe(1);
});

test("a denied member gets and causes no notifications", async () => {
  const made = await two();
  const { viewer, author } = made;
  await followMember({ viewer: author, userId: viewer.id });
  await denyAccount({ actor: operatorActor, userId: viewer.id });
  // Calls that began before the denial.
  for (const [, act] of pairs)
    await act(made).catch((error: unknown) => expect(error).toBeInstanceOf(DomainError));
  expect(await notificationsOf(author)).toEqual([]);
  await unfollowMember({ viewer: author, userId: viewer.id });
  expect(await notificationsOf(viewer)).toEqual([]);
  await approveAccount({ actor: operatorActor, userId: viewer.id });
  expect([await notificationsOf(author), await notificationsOf(viewer)]).toEqual([[], []]);
});

test("acts concurrent with a denial leave no notification by the denied member", async () => {
  for (let round = 0; round < 10; round++) {
    const made = await two();
    const acts = pairs.map(([, act]) =>
      act(made).catch((error: unknown) => expect(error).toBeInstanceOf(DomainError)),
    );
    await Promise.all([...acts, denyAccount({ actor: operatorActor, userId: made.viewer.id })]);
    expect(await notificationsOf(made.author)).toEqual([]);
  }
});

/** A one-use code of a member's. */
async function invite(inviter: { id: string }): Promise<string> {
  const code = `of ${inviter.id}`;
  await write((tx) =>
    tx.insert(invitations).values({ code, ownerId: inviter.id, maxUses: 3, createdAt: new Date() }),
  );
  return code;
}
async function join(code: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await signInLocally({ name: "客", email, invitationCode: code })).id;
}

test("the inviter is notified when the invitee joins; official invitations notify nobody", async () => {
  const inviter = await addMember();
  const code = await invite(inviter);
  const invitees = [await join(code), await join(code)];
  expect(await notificationsOf(inviter)).toEqual(
    invitees.map((actorId) => ({ type: "invitation_accepted", actorId, isRead: false })),
  );
  await write((tx) => tx.insert(invitations).values({ code: "official", createdAt: new Date() }));
  const invitee = await join("official");
  expect(await db.$count(notifications, eq(notifications.actorId, invitee))).toBe(0);
});

test("for an invitee who needs approval the inviter is notified at the approval, once", async () => {
  Object.assign(environment(), { REGISTRATION_APPROVAL: "manual" });
  const inviter = await addMember();
  const code = await invite(inviter);
  const [invitee, denied] = [await join(code), await join(code)];
  expect(await notificationsOf(inviter)).toEqual([]);
  await denyAccount({ actor: operatorActor, userId: denied });
  await approveAccount({ actor: operatorActor, userId: invitee });
  await approveAccount({ actor: operatorActor, userId: invitee });
  const notAccepted = { type: "invitation_denied", isRead: false };
  expect(await notificationsOf(inviter)).toEqual([
    notAccepted,
    { type: "invitation_accepted", actorId: invitee, isRead: false },
  ]);
  // Approved again: the inviter was notified before.
  await denyAccount({ actor: operatorActor, userId: invitee });
  await approveAccount({ actor: operatorActor, userId: invitee });
  expect(await notificationsOf(inviter)).toEqual([notAccepted]);

  const late = await join(code);
  await deleteAccount({ viewer: inviter });
  await approveAccount({ actor: operatorActor, userId: late });
  expect(await db.$count(notifications, eq(notifications.actorId, late))).toBe(0);
});
