import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { officialViewer } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { coverIdOf, trackCoverSpec } from "#app/features/covers/cover.ts";
import { coverImagePath } from "#app/features/covers/cover-address.ts";
import { coverPath } from "#app/features/covers/cover-path.server.ts";
import { Conflict, Forbidden, LimitReached } from "#app/features/domain-error.ts";
import { findFeedSite } from "#app/features/feeds/feed-site.server.ts";
import { feedXml } from "#app/features/feeds/feed-xml.server.ts";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { db, write } from "#db/client.ts";
import { auditLog, labels, reviewItems, trackCorrections, trackReports } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { validFeed } from "#test/valid-feed.ts";
import { correctedPlace } from "../correction.ts";
import { listCorrections } from "../find-corrections.server.ts";
import { startCorrection } from "../start-correction.server.ts";
import { editHeading, loadHeadingEdit } from "./edit-heading.server.ts";
import { headingMessages, maxHeadingChangesPerDay, type TrackHeading } from "./heading-edit.ts";

withDatabase();

async function addTrack(o: { author?: typeof officialViewer } = {}) {
  const viewer = o.author ?? (await addMember());
  const taskId = crypto.randomUUID();
  const trackId = await write((tx) =>
    insertTrack(tx, {
      author: viewer,
      taskId,
      title: "夜の灯台",
      script: "A: 一つ目。\nA: 二つ目。",
      labels: ["旅行", "科学"],
      audio: {
        durationMs: 2000,
        files: [{ kbps: 64, sampleRate: 24_000, storageKey: taskId, bytes: 9, sha256: "1".repeat(64) }],
        cues: [],
      },
      filename: `${taskId}.mp3`,
      spokenWith: { speakingRate: 1, voices: null },
    }),
  );
  const edit = async (o: Partial<TrackHeading> & { version?: number; now?: Date; actor?: Actor }) => {
    const { version, now, actor, ...changed } = o;
    const page = await loadHeadingEdit({ viewer, trackId });
    const { id: _, path: _path, ...heading } = { ...page.track, ...changed };
    return editHeading({
      viewer,
      ...(actor && { actor }),
      trackId,
      heading,
      version: version ?? page.version,
      now: now ?? new Date(),
    });
  };
  const history = async () =>
    (await listCorrections({ viewer, track: await findTrack({ viewer, trackId }) })).map((one) => [
      correctedPlace(one),
      one.before,
      one.after,
    ]);
  const found = async (query: string) =>
    (await searchTracks({ viewer: null, query, limit: 20 })).tracks.some(({ id }) => id === trackId);
  const episode = async () => {
    const feed = await findPersonFeed({ idOrCustomId: viewer.id });
    const [item] = validFeed(feedXml(feed, await findFeedSite("https://mugen.example"))).item;
    return { item, changedAt: feed.changedAt };
  };
  return { viewer, trackId, edit, history, found, episode };
}

test("title, description, labels and cover change everywhere at once, and the history tells before and after", async () => {
  const { viewer, trackId, edit, history, found, episode } = await addTrack();
  const before = await findTrack({ viewer, trackId });
  const old = await episode();
  expect(await found("天文台")).toBe(false);
  const now = new Date(Date.now() + 60_000);
  const heading = { title: "昼の天文台", description: "星を\n待つ話です。", coverVariant: 2 };
  // Ticked in the order of the form: what the track has stays first, and colours the cover.
  await edit({ ...heading, labels: ["科学", "音楽", "旅行"], now });

  const after = await findTrack({ viewer: null, trackId });
  const coverId = coverIdOf(trackId, 2);
  expect(after).toEqual({
    ...before,
    title: "昼の天文台",
    description: "星を\n待つ話です。",
    labels: ["旅行", "科学", "音楽"],
    coverId,
    isCorrected: true,
  });
  expect((await history()).toSorted()).toEqual(
    [
      ["タイトル", "夜の灯台", "昼の天文台"],
      ["説明", "", "星を\n待つ話です。"],
      ["カテゴリー", "旅行\n科学", "旅行\n科学\n音楽"],
      ["カバー", "0", "2"],
    ].toSorted(),
  );
  for (const word of ["天文台", "待つ話", "音楽"]) expect(await found(word)).toBe(true);
  expect(await found("灯台")).toBe(false);
  const usage = await db.select({ count: labels.usageCount }).from(labels).where(eq(labels.name, "音楽"));
  expect(usage).toEqual([{ count: 1 }]);

  expect(coverImagePath(toTrackListItem(after, null))).toContain(`-${coverId}.svg`);
  expect(coverPath(trackCoverSpec(after, "1200x630"))).not.toBe(
    coverPath(trackCoverSpec(before, "1200x630")),
  );
  const { item, changedAt } = await episode();
  expect(changedAt).toEqual(now);
  expect(item).toMatchObject({
    ...{ guid: old.item?.guid, pubDate: old.item?.pubDate, title: "昼の天文台" },
    description: expect.stringMatching(/^星を\n待つ話です。/),
    "atom:updated": now.toISOString(),
  });
  // Its sound was not corrected.
  expect(item?.description).not.toContain("訂正");
  expect(item?.["itunes:image"]).not.toEqual(old.item?.["itunes:image"]);
});

test("posted twice it is one change; what another page has changed meanwhile is not overwritten", async () => {
  const { viewer, trackId, edit, history, found } = await addTrack();
  await edit({ title: "朝", version: 0 });
  await edit({ title: "朝", version: 0 });
  expect(await history()).toEqual([["タイトル", "夜の灯台", "朝"]]);
  await expect(edit({ description: "別の画面", version: 0 })).rejects.toEqual(
    new Conflict(headingMessages.stale),
  );
  await edit({ labels: [], description: "説明" });
  await edit({ description: null });
  expect(await findTrack({ viewer, trackId })).toMatchObject({ title: "朝", description: null, labels: [] });
  expect(await found("説明")).toBe(false);
  // Neither counts against corrections of lines, nor are these taken for one.
  await startCorrection({ viewer, trackId, line: 0, before: "一つ目。", text: "にこめ。", note: null });
  const stranger = await addMember();
  await expect(loadHeadingEdit({ viewer: stranger, trackId })).rejects.toThrow(Forbidden);
  const { track, version } = await loadHeadingEdit({ viewer, trackId });
  await expect(
    editHeading({ viewer: stranger, trackId, heading: { ...track, title: "他人" }, version }),
  ).rejects.toThrow(Forbidden);
});

test("an operator edits an official track, whose words wait for nobody; the log says what", async () => {
  await write((tx) => addOfficialAccount(tx));
  const { trackId, edit, history } = await addTrack({ author: officialViewer });
  const actor = { kind: "admin" as const, name: "夜番" };
  const title = "佐藤部長が会社のお金を盗んだ。";
  expect(await edit({ title, labels: ["科学"], actor })).toEqual({ isTakenDown: false });
  expect((await history()).map(([place]) => place).toSorted()).toEqual(["カテゴリー", "タイトル"].toSorted());
  expect(await db.$count(reviewItems, eq(reviewItems.trackId, trackId))).toBe(0);
  const logged = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(trackId)));
  expect(logged).toMatchObject([
    { action: "track.correct", actorName: "夜番", after: { places: ["タイトル", "カテゴリー"] } },
  ]);
  const member = await addTrack();
  await expect(loadHeadingEdit({ viewer: officialViewer, trackId: member.trackId })).rejects.toThrow(
    Forbidden,
  );
});

test("twenty changes a day and track", async () => {
  const { trackId, edit } = await addTrack();
  for (let count = 1; count <= maxHeadingChangesPerDay; count++) await edit({ coverVariant: count % 6 });
  await expect(edit({ title: "もう一つ" })).rejects.toThrow(LimitReached);
  await edit({ title: "明日", now: new Date(Date.now() + 25 * 60 * 60 * 1000) });
  expect(await db.$count(trackCorrections, eq(trackCorrections.trackId, trackId))).toBe(
    maxHeadingChangesPerDay + 1,
  );
  // A cover says nothing: only the title waits for an operator.
  expect(await db.$count(reviewItems, eq(reviewItems.trackId, trackId))).toBe(1);
});

test("new words that may do harm take the track down, and an operator looks; one that is taken down stays as it is", async () => {
  const { viewer, trackId, edit } = await addTrack();
  await edit({ coverVariant: 1 });
  expect(await db.$count(reviewItems, eq(reviewItems.trackId, trackId))).toBe(0);
  const quote = "佐藤部長が会社のお金を盗んだ。";
  expect(await edit({ description: `昨日の話。\n${quote}` })).toEqual({ isTakenDown: true });
  expect(await findTrack({ viewer, trackId })).toMatchObject({ isVisible: false });
  expect(await db.$count(trackReports, eq(trackReports.trackId, trackId))).toBe(1);
  expect(await db.select().from(reviewItems).where(eq(reviewItems.trackId, trackId))).toMatchObject([
    { cause: "corrected", harms: [{ kind: "accusation" }] },
  ]);
  await expect(edit({ description: null })).rejects.toThrow(headingMessages.takenDown);

  const other = await addTrack();
  const actor = { kind: "admin" as const, name: "admin" };
  await takeDownTrack({ actor, trackId: other.trackId, reason: null });
  await expect(other.edit({ title: "新しい" })).rejects.toThrow(headingMessages.takenDown);
  expect((await loadHeadingEdit({ viewer: other.viewer, trackId: other.trackId })).obstacle).toBe(
    headingMessages.takenDown,
  );
});
