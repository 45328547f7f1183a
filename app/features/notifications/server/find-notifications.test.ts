import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { subscribeTo } from "#app/features/events/server/publish.server.ts";
import { type Db, db, write } from "#db/client.ts";
import { notifications, playlists, users } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { allChangesReceived } from "#test/received-notifications.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import type { NotificationEvent } from "../notifications.ts";
import { countUnread } from "../unread/count-unread.server.ts";
import { maxUnread } from "../unread/unread.ts";
import { notificationsAccountLifecycle } from "./account-lifecycle.server.ts";
import { findUnreadGroup, listNotifications } from "./find-notifications.server.ts";
import {
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
} from "./mark-notifications-read.server.ts";
import { notify } from "./notify.server.ts";
import { presentNotification } from "./present-notification.server.ts";

withDatabase();

const today = new Date("2026-11-21T03:00:00Z");
const yesterday = new Date("2026-11-20T03:00:00Z");
let viewer: Viewer;
let moon: number;
let fans: Viewer[];

beforeEach(async () => {
  viewer = await addMember({ name: "受け取る人" });
  moon = await addTrack({ userId: viewer.id, title: "月の話" });
  fans = [];
  for (const name of ["あおい", "みどり", "ゆかり"]) fans.push(await addMember({ name }));
});

const fan = (n: number): Viewer => {
  const one = fans[n];
  if (!one) throw new Error("no such fan");
  return one;
};

const notifyViewer = (event: NotificationEvent, now = today) =>
  write((tx: Db) => notify(tx, { userId: viewer.id, event, now }));
const like = (n: number) => notifyViewer({ type: "like", actorId: fan(n).id, trackId: moon });
const follow = (n: number, now?: Date) => notifyViewer({ type: "follow", actorId: fan(n).id }, now);

/** Adds `count` notifications, each a group of its own. Returns their ids. */
async function addNotifications(count: number): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    userId: viewer.id,
    type: "milestone_100" as const,
    trackId: moon,
    dedupeKey: `x ${n}`,
    groupKey: `x ${n}`,
    createdAt: today,
  }));
  const rowsAdded = await write((tx) =>
    tx.insert(notifications).values(rows).returning({ id: notifications.id }),
  );
  return rowsAdded.map(({ id }) => id);
}

async function shown(limit = 50): Promise<{ text: string; count: number; isRead: boolean; id: number }[]> {
  const { groups } = await listNotifications({ viewer, limit });
  return groups.map((group) => {
    const { text, bundleCount: count, isRead, id } = presentNotification(group);
    return { text, count, isRead, id };
  });
}
const texts = async () => (await shown()).map(({ text }) => text);

test("a day's followers are a group, and a day's likes of a track; the group that grew last comes first", async () => {
  await follow(0, yesterday);
  await follow(1);
  await like(0);
  await follow(2);
  await notifyViewer({ type: "milestone_100", trackId: moon });
  expect(await texts()).toEqual([
    "「月の話」が100回再生されました！",
    "ゆかり他1人があなたをフォローしました",
    "あおいが「月の話」にいいねしました",
    "あおいがあなたをフォローしました",
  ]);
  expect(await countUnread({ userId: viewer.id })).toBe(5);
});

test("the API has the documented fields", async () => {
  await like(0);
  await like(1);
  const playlistId = await addPlaylist({ userId: fan(2).id, trackIds: [moon], name: "眠る前に" });
  await notifyViewer({ type: "playlist_add", actorId: fan(2).id, trackId: moon, playlistId });
  const { groups } = await listNotifications({ viewer, limit: 50 });
  expect(groups.map(presentNotification)).toEqual([
    {
      id: expect.any(Number),
      type: "playlist_add",
      isRead: false,
      createdAt: today.toISOString(),
      actorName: "ゆかり",
      actorPicture: null,
      actorCustomUserId: null,
      actorUserId: fan(2).id,
      trackTitle: "月の話",
      playlistName: "眠る前に",
      bundleCount: 1,
      trackId: moon,
      playlistId,
      text: "ゆかりが「月の話」をプレイリスト「眠る前に」に追加しました",
    },
    expect.objectContaining({
      type: "like",
      actorName: "みどり",
      bundleCount: 2,
      playlistName: null,
      text: "みどり他1人が「月の話」にいいねしました",
    }),
  ]);
});

test("pages meet without a gap, also when a group grows between two pages", async () => {
  const titles = ["一", "二", "三", "四", "五"];
  const tracks: number[] = [];
  for (const title of titles) tracks.push(await addTrack({ userId: viewer.id, title }));
  for (const trackId of tracks)
    for (const { id: actorId } of fans) await notifyViewer({ type: "like", actorId, trackId });
  const first = await listNotifications({ viewer, limit: 2 });
  expect(first.groups.map(({ trackTitle }) => trackTitle)).toEqual(["五", "四"]);
  expect(first.groups.map(({ groupSize }) => groupSize)).toEqual([3, 3]);
  // The group of 二 moves to the top of the first page, which was loaded before.
  const { id: actorId } = await addMember({ name: "あとから" });
  await notifyViewer({ type: "like", actorId, trackId: tracks[1] ?? 0 });
  const second = await listNotifications({ viewer, limit: 2, cursor: first.next ?? "" });
  expect(second.groups.map(({ trackTitle }) => trackTitle)).toEqual(["三", "一"]);
  expect(second.next).toBeNull();
  expect((await shown(2))[0]).toMatchObject({ text: "あとから他3人が「二」にいいねしました", count: 4 });
});

test("a group is marked read up to what was shown; what joined since stays unread", async () => {
  await like(0);
  await like(1);
  const [before] = await shown();
  await like(2);
  await markNotificationRead({ viewer, id: before?.id ?? 0 });
  expect(await countUnread({ userId: viewer.id })).toBe(1);
  const [after] = await shown();
  expect(after).toMatchObject({ isRead: false, count: 3 });
  await markNotificationRead({ viewer, id: after?.id ?? 0 });
  expect(await shown()).toMatchObject([{ isRead: true, count: 3 }]);
  expect(await countUnread({ userId: viewer.id })).toBe(0);
});

test("other members' and unknown notifications can't be marked read", async () => {
  await like(0);
  const [mine] = await shown();
  for (const id of [mine?.id ?? 0, 2 ** 31 - 1])
    await expect(markNotificationRead({ viewer: fan(0), id })).rejects.toThrow(NotFound);
  await markAllNotificationsRead({ viewer: fan(0) });
  expect(await countUnread({ userId: viewer.id })).toBe(1);
});

test("several are marked read with one published change, ignoring unknown ids", async () => {
  await like(0);
  await follow(0);
  await notifyViewer({ type: "milestone_100", trackId: moon });
  const [milestone, following, liked] = await shown();
  await follow(1);
  let changes = 0;
  const stop = subscribeTo({ userId: viewer.id }, () => changes++);
  await allChangesReceived();
  changes = 0;
  const ids = [milestone?.id ?? 0, following?.id ?? 0, liked?.id ?? 0, 2 ** 31 - 1];
  expect(await markNotificationsRead({ viewer: fan(0), ids })).toBe(0);
  expect(await countUnread({ userId: viewer.id })).toBe(4);
  expect(await markNotificationsRead({ viewer, ids })).toBe(3);
  await allChangesReceived();
  stop();
  expect(changes).toBe(1);
  expect(await shown()).toMatchObject([
    { text: "みどり他1人があなたをフォローしました", isRead: false },
    { id: milestone?.id, isRead: true },
    { id: liked?.id, isRead: true },
  ]);
  expect(await countUnread({ userId: viewer.id })).toBe(1);
});

test("all are marked read at once, and a change is published only when there was one", async () => {
  await like(0);
  await follow(1);
  let changes = 0;
  const stop = subscribeTo({ userId: viewer.id }, () => changes++);
  await allChangesReceived();
  changes = 0;
  await markAllNotificationsRead({ viewer });
  expect(await countUnread({ userId: viewer.id })).toBe(0);
  expect((await shown()).map(({ isRead }) => isRead)).toEqual([true, true]);
  await allChangesReceived();
  expect(changes).toBe(1);
  await markAllNotificationsRead({ viewer });
  const [one] = await shown();
  await markNotificationRead({ viewer, id: one?.id ?? 0 });
  await allChangesReceived();
  expect(changes).toBe(1);
  stop();
});

test("one call can mark 500 as read", async () => {
  const ids = await addNotifications(500);
  expect(await markNotificationsRead({ viewer, ids })).toBe(500);
  expect(await countUnread({ userId: viewer.id })).toBe(0);
});

test("at most `maxUnread` are counted", async () => {
  await addNotifications(maxUnread + 20);
  expect(await countUnread({ userId: viewer.id })).toBe(maxUnread);
});

test("actors who are not approved are neither named nor counted; others of the group are", async () => {
  await like(0);
  await like(1);
  await follow(1);
  const setState = (state: "approved" | "denied") => updateUser(fan(1).id, { state });
  await setState("denied");
  expect(await shown()).toMatchObject([{ text: "あおいが「月の話」にいいねしました", count: 1 }]);
  expect(await countUnread({ userId: viewer.id })).toBe(1);
  await setState("approved");
  expect(await countUnread({ userId: viewer.id })).toBe(3);
});

test("a playlist that is private by now is not named", async () => {
  const playlistId = await addPlaylist({ userId: fan(0).id, trackIds: [moon], name: "ひみつ" });
  await notifyViewer({ type: "playlist_add", actorId: fan(0).id, trackId: moon, playlistId });
  await write((tx) => tx.update(playlists).set({ isPublic: false }).where(eq(playlists.id, playlistId)));
  const { groups } = await listNotifications({ viewer, limit: 50 });
  expect(groups).toMatchObject([{ playlistId: null, playlistName: null }]);
  expect(JSON.stringify(groups.map(presentNotification))).not.toContain("ひみつ");
});

test("a track that is hidden from the reader by now is not named, on no path", async () => {
  const author = fan(0);
  const trackId = await addTrack({ userId: author.id, title: "星の話" });
  const setState = (id: string, state: "approved" | "suspended") => updateUser(id, { state });
  const namedTracks = async () => {
    const { groups } = await listNotifications({ viewer, limit: 50 });
    const unread = await findUnreadGroup({ userId: viewer.id, groupKey: groups[0]?.groupKey ?? "" });
    const exported = await notificationsAccountLifecycle.exports?.notifications?.read(viewer.id);
    const paths = { page: [groups, groups.map(presentNotification)], push: unread, exported };
    return ["月の話", "星の話", "本名"].map((title) =>
      Object.entries(paths).flatMap(([path, said]) => (JSON.stringify(said).includes(title) ? [path] : [])),
    );
  };
  // The reader's own is named, also while it is taken down.
  await updateTrack(moon, { isVisible: false, takenDownAt: today });
  await notifyViewer({ type: "track_withheld", trackId: moon });
  await notifyViewer({ type: "followed_track", actorId: author.id, trackId });
  await notifyViewer({ type: "report_declined", trackId, reportKey: "1" });
  const own = ["page", "exported"];
  expect(await namedTracks()).toEqual([own, ["page", "push", "exported"], []]);
  await updateTrack(trackId, { isVisible: false, title: "本名" });
  expect(await namedTracks()).toEqual([own, [], []]);
  expect(await texts()).toEqual([
    "報告していただいた内容を確認しました。今回は公開を続けることにしました。ご協力ありがとうございます。",
    "新しい通知があります",
    "「月の話」の公開を、運営が停止しました",
  ]);
  await updateTrack(trackId, { isVisible: true });
  await setState(author.id, "suspended");
  expect(await namedTracks()).toEqual([own, [], []]);
  // Who is suspended exports the names of their own.
  await setState(viewer.id, "suspended");
  expect(await namedTracks()).toEqual([own, [], []]);
});

test("the unread notifications of a group are found as one", async () => {
  await like(0);
  await like(1);
  const [two] = (await listNotifications({ viewer, limit: 1 })).groups;
  const group = { userId: viewer.id, groupKey: two?.groupKey ?? "" };
  expect(await findUnreadGroup(group)).toMatchObject({ id: two?.id, groupSize: 2 });
  await markNotificationRead({ viewer, id: two?.id ?? 0 });
  expect(await findUnreadGroup(group)).toBeNull();
  await like(2);
  expect(await findUnreadGroup(group)).toMatchObject({ actorName: "ゆかり", groupSize: 1 });
  expect(await findUnreadGroup({ ...group, groupKey: "like 0" })).toBeNull();
});

test("a deleted account takes along its notifications, as actor and as recipient", async () => {
  await like(0);
  await like(1);
  await write((tx) => tx.delete(users).where(inArray(users.id, [fan(1).id])));
  expect(await texts()).toEqual(["あおいが「月の話」にいいねしました"]);
  await write((tx) => tx.delete(users).where(eq(users.id, viewer.id)));
  expect(await db.$count(notifications, eq(notifications.userId, viewer.id))).toBe(0);
});
