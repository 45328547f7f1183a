import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { renditions, tracks, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { checkKeptAudio } from "./check-kept-audio.server.ts";
import { findAudioToKeep } from "./find-audio-to-keep.server.ts";

withDatabase();

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

async function addSoundingTrack(userId: string, rates: readonly number[]): Promise<number> {
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
  await write((tx) =>
    tx.update(tracks).set({ isVisible: false }).where(eq(tracks.id, trackId)).returning({ id: tracks.id }),
  );
}

test.each([
  ["premium without an end", true, null, inDays(7)],
  ["premium for a month", true, inDays(30), inDays(7)],
  ["premium that ends sooner", true, inDays(2), inDays(2)],
  ["premium that has lapsed", true, inDays(-1), null],
  ["premium that ends this moment", true, now, null],
  ["no premium", false, null, null],
  ["no premium any more, with an end left over", false, inDays(3), null],
])("until when what is kept plays: %s", async (_, isPremium, premiumEndDate, validUntil) => {
  const viewer = { ...(await addMember()), isPremium, premiumEndDate };
  expect(await checkKeptAudio({ viewer, trackIds: [], now })).toEqual({ validUntil, available: [] });
});

test("of what is kept, what the listener may still hear is available", async () => {
  const viewer = await addMember({ isPremium: true });
  const poster = await addMember();
  const denied = await addMember();
  const shown = await addTrack({ userId: poster.id });
  const hidden = await addTrack({ userId: poster.id });
  const gone = await addTrack({ userId: poster.id });
  const ofDenied = await addTrack({ userId: denied.id });
  const ownHidden = await addTrack({ userId: viewer.id, isVisible: false });
  const trackIds = [ownHidden, ofDenied, gone, hidden, shown];
  const available = async () => (await checkKeptAudio({ viewer, trackIds })).available;
  expect(await available()).toEqual([shown, hidden, gone, ofDenied, ownHidden]);
  await hide(hidden);
  await write((tx) => tx.delete(tracks).where(eq(tracks.id, gone)).returning({ id: tracks.id }));
  await write((tx) =>
    tx.update(users).set({ state: "denied" }).where(eq(users.id, denied.id)).returning({ id: users.id }),
  );
  expect(await available()).toEqual([shown, ownHidden]);
});

test("a track is kept in high quality where there is one, and caches keep nothing of it", async () => {
  const viewer = await addMember({ isPremium: true });
  const both = await addSoundingTrack(viewer.id, [64, 128]);
  const standard = await addSoundingTrack(viewer.id, [64]);
  const cacheControl = "private, no-store";
  expect(await findAudioToKeep({ viewer, trackId: both })).toMatchObject({ bytes: 128, cacheControl });
  expect(await findAudioToKeep({ viewer, trackId: standard })).toMatchObject({
    bytes: 64,
    cacheControl,
    etag: `"${"64".padStart(64, "0")}"`,
  });
});

test("who has no premium (any more) gets no file to keep", async () => {
  const poster = await addMember();
  const trackId = await addSoundingTrack(poster.id, [64, 128]);
  const refusal = new Forbidden("オフライン保存はプレミアム会員限定機能です");
  await expect(findAudioToKeep({ viewer: poster, trackId })).rejects.toThrow(refusal);
  const lapsed = { ...(await addMember({ isPremium: true })), premiumEndDate: inDays(-1) };
  await expect(findAudioToKeep({ viewer: lapsed, trackId })).rejects.toThrow(refusal);
});

test("what may not be heard is not kept, but by its owner", async () => {
  const viewer = await addMember({ isPremium: true });
  const poster = await addMember({ isPremium: true });
  const hidden = await addSoundingTrack(poster.id, [64, 128]);
  await hide(hidden);
  await expect(findAudioToKeep({ viewer, trackId: hidden })).rejects.toThrow(NotFound);
  expect(await findAudioToKeep({ viewer: poster, trackId: hidden })).toMatchObject({ bytes: 128 });
  const soundless = await addTrack({ userId: poster.id });
  await expect(findAudioToKeep({ viewer, trackId: soundless })).rejects.toThrow(NotFound);
  await expect(findAudioToKeep({ viewer, trackId: 2 ** 31 - 1 })).rejects.toThrow(NotFound);
  const denied = await addMember();
  const ofDenied = await addSoundingTrack(denied.id, [64]);
  await write((tx) =>
    tx.update(users).set({ state: "denied" }).where(eq(users.id, denied.id)).returning({ id: users.id }),
  );
  await expect(findAudioToKeep({ viewer, trackId: ofDenied })).rejects.toThrow(NotFound);
});
