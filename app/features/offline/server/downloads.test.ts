import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { checkDownloads, findDownload } from "./downloads.server.ts";

withDatabase();

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

async function addTrackWithAudio(userId: string, rates: readonly number[]): Promise<number> {
  const trackId = await addTrack({ userId });
  await write((tx) =>
    tx.insert(renditions).values(
      rates.map((kbps) => ({
        trackId,
        kbps,
        storageKey: `audio/${randomUUID()}/${kbps}.mp3`,
        bytes: kbps,
        sha256: String(kbps).padStart(64, "0"),
        createdAt: now,
      })),
    ),
  );
  return trackId;
}

async function hide(trackId: number): Promise<void> {
  await updateTrack(trackId, { isVisible: false });
}

test.each([
  ["premium without an end", true, null, inDays(7)],
  ["premium for a month", true, inDays(30), inDays(7)],
  ["premium that ends sooner", true, inDays(2), inDays(2)],
  ["expired premium", true, inDays(-1), null],
  ["premium that ends this moment", true, now, null],
  ["no premium", false, null, null],
  ["no premium, with a remaining end date", false, inDays(3), null],
])("downloads play until: %s", async (_, isPremium, premiumEndDate, validUntil) => {
  const viewer = { ...(await addMember()), isPremium, premiumEndDate };
  expect(await checkDownloads({ viewer, trackIds: [], now })).toEqual({ validUntil, available: [] });
});

test("available downloads are those that the viewer may still listen to", async () => {
  const viewer = await addMember({ isPremium: true });
  const author = await addMember();
  const denied = await addMember();
  const shown = await addTrack({ userId: author.id });
  const hidden = await addTrack({ userId: author.id });
  const gone = await addTrack({ userId: author.id });
  const ofDenied = await addTrack({ userId: denied.id });
  const ownHidden = await addTrack({ userId: viewer.id, isVisible: false });
  const trackIds = [ownHidden, ofDenied, gone, hidden, shown];
  const available = async () => (await checkDownloads({ viewer, trackIds })).available;
  expect(await available()).toEqual([shown, hidden, gone, ofDenied, ownHidden]);
  await hide(hidden);
  await write((tx) => tx.delete(tracks).where(eq(tracks.id, gone)));
  await updateUser(denied.id, { state: "denied" });
  expect(await available()).toEqual([shown, ownHidden]);
});

test("a track is downloaded in high quality if available, and not cached", async () => {
  const viewer = await addMember({ isPremium: true });
  const both = await addTrackWithAudio(viewer.id, [64, 128]);
  const standard = await addTrackWithAudio(viewer.id, [64]);
  const cacheControl = "private, no-store";
  expect(await findDownload({ viewer, trackId: both })).toMatchObject({ bytes: 128, cacheControl });
  expect(await findDownload({ viewer, trackId: standard })).toMatchObject({
    bytes: 64,
    cacheControl,
    etag: `"${"64".padStart(64, "0")}"`,
  });
});

test("downloads need premium", async () => {
  const author = await addMember();
  const trackId = await addTrackWithAudio(author.id, [64, 128]);
  const forbidden = new Forbidden("オフライン保存はプレミアム会員限定機能です");
  await expect(findDownload({ viewer: author, trackId })).rejects.toThrow(forbidden);
  const expired = { ...(await addMember({ isPremium: true })), premiumEndDate: inDays(-1) };
  await expect(findDownload({ viewer: expired, trackId })).rejects.toThrow(forbidden);
});

test("hidden tracks can be downloaded by their owner only", async () => {
  const viewer = await addMember({ isPremium: true });
  const author = await addMember({ isPremium: true });
  const hidden = await addTrackWithAudio(author.id, [64, 128]);
  await hide(hidden);
  await expect(findDownload({ viewer, trackId: hidden })).rejects.toThrow(NotFound);
  expect(await findDownload({ viewer: author, trackId: hidden })).toMatchObject({ bytes: 128 });
  const withoutAudio = await addTrack({ userId: author.id });
  await expect(findDownload({ viewer, trackId: withoutAudio })).rejects.toThrow(NotFound);
  await expect(findDownload({ viewer, trackId: 2 ** 31 - 1 })).rejects.toThrow(NotFound);
  const denied = await addMember();
  const ofDenied = await addTrackWithAudio(denied.id, [64]);
  await updateUser(denied.id, { state: "denied" });
  await expect(findDownload({ viewer, trackId: ofDenied })).rejects.toThrow(NotFound);
});
