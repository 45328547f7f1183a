import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { type Db, db, write } from "#db/client.ts";
import { watchUnread } from "#db/notify.ts";
import { notifications, playlists, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { everythingHeard } from "#test/told.ts";
import { addTrack } from "#test/tracks.ts";
import type { Happening } from "../notification.ts";
import { presentNotification } from "../present-notification.ts";
import { mostUnread } from "../unread.ts";
import { countUnread } from "./count-unread.server.ts";
import { findUnreadBundle } from "./find-unread-bundle.server.ts";
import { listNotifications } from "./list-notifications.server.ts";
import { notify } from "./notify.server.ts";
import { readAll } from "./read-all.server.ts";
import { readNotification } from "./read-notification.server.ts";
import { readNotifications } from "./read-notifications.server.ts";

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

const tell = (happening: Happening, now = today) =>
  write((tx: Db) => notify(tx, { userId: viewer.id, happening, now }));
const like = (n: number, now?: Date) => tell({ type: "like", actorId: fan(n).id, trackId: moon }, now);
const follow = (n: number, now?: Date) => tell({ type: "follow", actorId: fan(n).id }, now);

/** So many notifications, each a bundle of its own. Returns their ids. */
async function tellAtOnce(count: number): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    userId: viewer.id,
    type: "milestone_100" as const,
    trackId: moon,
    cause: `x ${n}`,
    bundle: `x ${n}`,
    createdAt: today,
  }));
  const told = await write((tx) => tx.insert(notifications).values(rows).returning({ id: notifications.id }));
  return told.map(({ id }) => id);
}

async function shown(limit = 50): Promise<{ text: string; count: number; isRead: boolean; id: number }[]> {
  const { bundles } = await listNotifications({ viewer, limit });
  return bundles.map((bundle) => {
    const { text, bundleCount: count, isRead, id } = presentNotification(bundle);
    return { text, count, isRead, id };
  });
}
const texts = async () => (await shown()).map(({ text }) => text);

test("a day's followers are one, and a day's likes of a track; the one that grew last comes first", async () => {
  await follow(0, yesterday);
  await follow(1);
  await like(0);
  await follow(2);
  await tell({ type: "milestone_100", trackId: moon });
  expect(await texts()).toEqual([
    "「月の話」が100回再生されました！",
    "ゆかり他1人があなたをフォローしました",
    "あおいが「月の話」にいいねしました",
    "あおいがあなたをフォローしました",
  ]);
  expect(await countUnread({ userId: viewer.id })).toBe(5);
});

test("the fields are those of the specification, and what its links need", async () => {
  await like(0);
  await like(1);
  const playlistId = await addPlaylist({ userId: fan(2).id, trackIds: [moon], name: "眠る前に" });
  await tell({ type: "playlist_add", actorId: fan(2).id, trackId: moon, playlistId });
  const { bundles } = await listNotifications({ viewer, limit: 50 });
  expect(bundles.map(presentNotification)).toEqual([
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

test("pages meet without a gap, also where a bundle grows while somebody reads on", async () => {
  const titles = ["一", "二", "三", "四", "五"];
  const tracks: number[] = [];
  for (const title of titles) tracks.push(await addTrack({ userId: viewer.id, title }));
  for (const trackId of tracks)
    for (const { id: actorId } of fans) await tell({ type: "like", actorId, trackId });
  const first = await listNotifications({ viewer, limit: 2 });
  expect(first.bundles.map(({ trackTitle }) => trackTitle)).toEqual(["五", "四"]);
  expect(first.bundles.map(({ bundleCount }) => bundleCount)).toEqual([3, 3]);
  // The bundle of 二 moves to the top of the first page, which has been read.
  const { id: actorId } = await addMember({ name: "あとから" });
  await tell({ type: "like", actorId, trackId: tracks[1] ?? 0 });
  const second = await listNotifications({ viewer, limit: 2, cursor: first.next ?? "" });
  expect(second.bundles.map(({ trackTitle }) => trackTitle)).toEqual(["三", "一"]);
  expect(second.next).toBeNull();
  expect((await shown(2))[0]).toMatchObject({ text: "あとから他3人が「二」にいいねしました", count: 4 });
});

test("a bundle is read up to what was shown; what joined since stays unread", async () => {
  await like(0);
  await like(1);
  const [before] = await shown();
  await like(2);
  await readNotification({ viewer, id: before?.id ?? 0 });
  expect(await countUnread({ userId: viewer.id })).toBe(1);
  const [after] = await shown();
  expect(after).toMatchObject({ isRead: false, count: 3 });
  await readNotification({ viewer, id: after?.id ?? 0 });
  expect(await shown()).toMatchObject([{ isRead: true, count: 3 }]);
  expect(await countUnread({ userId: viewer.id })).toBe(0);
});

test("nobody reads what others were told, nor what is not there", async () => {
  await like(0);
  const [mine] = await shown();
  for (const id of [mine?.id ?? 0, 2 ** 31 - 1])
    await expect(readNotification({ viewer: fan(0), id })).rejects.toThrow(NotFound);
  await readAll({ viewer: fan(0) });
  expect(await countUnread({ userId: viewer.id })).toBe(1);
});

test("several are read as one, told once, and what is not there is passed over", async () => {
  await like(0);
  await follow(0);
  await tell({ type: "milestone_100", trackId: moon });
  const [milestone, following, liked] = await shown();
  await follow(1);
  let heard = 0;
  const stop = watchUnread(viewer.id, () => heard++);
  await everythingHeard();
  heard = 0;
  const ids = [milestone?.id ?? 0, following?.id ?? 0, liked?.id ?? 0, 2 ** 31 - 1];
  expect(await readNotifications({ viewer: fan(0), ids })).toBe(0);
  expect(await countUnread({ userId: viewer.id })).toBe(4);
  expect(await readNotifications({ viewer, ids })).toBe(3);
  await everythingHeard();
  stop();
  expect(heard).toBe(1);
  expect(await shown()).toMatchObject([
    { text: "みどり他1人があなたをフォローしました", isRead: false },
    { id: milestone?.id, isRead: true },
    { id: liked?.id, isRead: true },
  ]);
  expect(await countUnread({ userId: viewer.id })).toBe(1);
});

test("all is read at once, and whoever listens hears of it only when something has changed", async () => {
  await like(0);
  await follow(1);
  let heard = 0;
  const stop = watchUnread(viewer.id, () => heard++);
  await everythingHeard();
  heard = 0;
  await readAll({ viewer });
  expect(await countUnread({ userId: viewer.id })).toBe(0);
  expect((await shown()).map(({ isRead }) => isRead)).toEqual([true, true]);
  await everythingHeard();
  expect(heard).toBe(1);
  await readAll({ viewer });
  const [one] = await shown();
  await readNotification({ viewer, id: one?.id ?? 0 });
  await everythingHeard();
  expect(heard).toBe(1);
  stop();
});

test("as many are read together as one call may name", async () => {
  const ids = await tellAtOnce(500);
  expect(await readNotifications({ viewer, ids })).toBe(500);
  expect(await countUnread({ userId: viewer.id })).toBe(0);
});

test("no more are counted than anybody is shown", async () => {
  await tellAtOnce(mostUnread + 20);
  expect(await countUnread({ userId: viewer.id })).toBe(mostUnread);
});

test("who is not approved is neither named nor counted; others of the bundle are", async () => {
  await like(0);
  await like(1);
  await follow(1);
  const setState = (state: "approved" | "denied") =>
    write((tx) =>
      tx
        .update(users)
        .set({ state })
        .where(eq(users.id, fan(1).id)),
    );
  await setState("denied");
  expect(await shown()).toMatchObject([{ text: "あおいが「月の話」にいいねしました", count: 1 }]);
  expect(await countUnread({ userId: viewer.id })).toBe(1);
  await setState("approved");
  expect(await countUnread({ userId: viewer.id })).toBe(3);
});

test("a playlist that is private by now is not named", async () => {
  const playlistId = await addPlaylist({ userId: fan(0).id, trackIds: [moon], name: "ひみつ" });
  await tell({ type: "playlist_add", actorId: fan(0).id, trackId: moon, playlistId });
  await write((tx) => tx.update(playlists).set({ isPublic: false }).where(eq(playlists.id, playlistId)));
  const { bundles } = await listNotifications({ viewer, limit: 50 });
  expect(bundles).toMatchObject([{ playlistId: null, playlistName: null }]);
  expect(JSON.stringify(bundles.map(presentNotification))).not.toContain("ひみつ");
});

test("what is unread of a bundle is told as one", async () => {
  await like(0);
  await like(1);
  const [two] = (await listNotifications({ viewer, limit: 1 })).bundles;
  const name = { userId: viewer.id, bundle: two?.bundle ?? "" };
  expect(await findUnreadBundle(name)).toMatchObject({ id: two?.id, bundleCount: 2 });
  await readNotification({ viewer, id: two?.id ?? 0 });
  expect(await findUnreadBundle(name)).toBeNull();
  await like(2);
  expect(await findUnreadBundle(name)).toMatchObject({ actorName: "ゆかり", bundleCount: 1 });
  expect(await findUnreadBundle({ ...name, bundle: "like 0" })).toBeNull();
});

test("an account that goes takes along what it did and what it was told", async () => {
  await like(0);
  await like(1);
  await write((tx) => tx.delete(users).where(inArray(users.id, [fan(1).id])));
  expect(await texts()).toEqual(["あおいが「月の話」にいいねしました"]);
  await write((tx) => tx.delete(users).where(eq(users.id, viewer.id)));
  expect(await db.$count(notifications, eq(notifications.userId, viewer.id))).toBe(0);
});
