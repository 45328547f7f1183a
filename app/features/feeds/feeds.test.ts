import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { builtInCategories, fallbackCategory } from "#app/engines/script/categories.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { editCategorySuggestions } from "#app/features/playlists/playlist-categories.ts";
import { db, write } from "#db/client.ts";
import { auditLog, renditions, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack, newTrack } from "#test/tracks.ts";
import { validFeed } from "#test/valid-feed.ts";
import { type Feed, feedTagBytes } from "./feed.ts";
import {
  setPersonVerification,
  setPlaylistVerification,
  setVerificationByOperator,
} from "./feed-verification.server.ts";
import { feedXml, podcastCategory, podcastGuid, rssDate } from "./feed-xml.server.ts";
import { findPersonFeed, findPlaylistFeed } from "./find-feed.server.ts";
import { LastModifiedTimes } from "./last-modified-times.ts";

withDatabase();
withSettings({ FEED_QUALITY: "high" });

const origin = "https://mugen.example";
const site = { origin, guidOrigin: origin, ownerEmail: null };
const hostile = `夜の]]> <b>&amp; "Q" 'A'</b> 🎧 𠮷\u0000\u0008\u000b\u001f\ufffe\ud800`;
const readable = `夜の]]> <b>&amp; "Q" 'A'</b> 🎧 𠮷\ufffd`;

const track = {
  ...newTrack,
  title: hostile,
  posterName: hostile,
  uploadedAt: new Date("2026-02-01T09:05:00Z"),
  labels: ["科学"],
};
const feed: Feed = {
  path: "/playlists/3/feed.xml",
  pagePath: "/kanade/playlist/3",
  title: hostile,
  description: hostile,
  authorName: hostile,
  imagePath: "/api/playlists/3/cover.png?size=1400&v=x",
  categories: ["旅行"],
  type: "serial",
  changedAt: track.uploadedAt,
  verification: null,
  episodes: [
    {
      track,
      number: 2,
      description: hostile,
      bytes: 98_765,
      highBytes: null,
      isRecording: false,
      soundbites: [{ startMs: 1200, endMs: 4700, title: hostile }],
      hasChapters: true,
      notice: null,
      correctedAt: null,
      changedAt: null,
    },
  ],
};

/** Adds a track with a 64 kbps rendition. */
async function addTrackWithAudio(o: Parameters<typeof addTrack>[0] & { bytes?: number }): Promise<number> {
  const trackId = await addTrack(o);
  await write((tx) =>
    tx.insert(renditions).values({
      trackId,
      kbps: 64,
      storageKey: `audio/feed-${trackId}/64.mp3`,
      bytes: o.bytes ?? 1000,
      sha256: "0".repeat(64),
      createdAt: new Date(),
    }),
  );
  return trackId;
}

const idsOf = (found: Feed) => found.episodes.map((episode) => episode.track.id);

test("texts in a feed are escaped; characters that XML does not allow are replaced", () => {
  const channel = validFeed(feedXml(feed, site));
  expect([channel.title, channel.description, channel["itunes:author"]]).toEqual([
    readable,
    readable,
    readable,
  ]);
  const [item] = channel.item;
  expect(item).toMatchObject({
    title: readable,
    description: `${readable}\n\n${aiNote}`,
    "itunes:author": readable,
    link: `${origin}/kanade/track/7`,
    guid: { "#text": `${origin}/track/7` },
    pubDate: "Sun, 01 Feb 2026 09:05:00 +0000",
    enclosure: { "@url": `${origin}/audio/7.mp3`, "@length": "98765" },
    "itunes:duration": "12",
    "itunes:episode": "2",
    "podcast:transcript": { "@url": `${origin}/api/tracks/7/transcript.vtt` },
    "podcast:txt": { "#text": "true", "@purpose": "ai-content" },
    "podcast:chapters": { "@url": `${origin}/api/tracks/7/chapters.json` },
    "podcast:soundbite": [{ "#text": readable, "@startTime": "1.2", "@duration": "3.5" }],
  });
  expect(channel["itunes:image"]["@href"]).toBe(`${origin}${feed.imagePath}`);
  expect(channel["atom:link"]["@href"]).toBe(`${origin}/playlists/3/feed.xml`);
});

test("an episode that begins with the spoken notice is longer by it, and all its times come later", () => {
  const [episode] = feed.episodes;
  if (!episode) throw new Error("no episode");
  const spoken = { ...episode, notice: { startMs: 116, endMs: 2900 } };
  const [item] = validFeed(feedXml({ ...feed, episodes: [spoken] }, site)).item;
  expect(item).toMatchObject({
    "itunes:duration": "16",
    "podcast:transcript": { "@url": `${origin}/api/tracks/7/transcript.vtt?times=feed` },
    "podcast:chapters": { "@url": `${origin}/api/tracks/7/chapters.json?times=feed` },
    "podcast:soundbite": [{ "#text": readable, "@startTime": "5.2", "@duration": "3.5" }],
  });
});

test("an episode names those whose voices speak it, as their terms ask", () => {
  const [episode] = feed.episodes;
  if (!episode) throw new Error("no episode");
  const voiced = {
    ...episode,
    description: "朝の話",
    track: { ...track, speechCredit: "VOICEVOX:四国めたん" },
  };
  const xml = feedXml({ ...feed, episodes: [voiced] }, site);
  expect(xml).toContain(
    "<description>朝の話\n\nこの音声はAIで作られました。\n\n音声 VOICEVOX:四国めたん</description>",
  );
});

test("a feed is valid without episodes, description and dates, and with every category", () => {
  const empty = { ...feed, episodes: [], description: "", changedAt: null, title: "夜" };
  expect(validFeed(feedXml(empty, site))).toMatchObject({ item: [], description: "夜" });
  for (const name of [...builtInCategories, fallbackCategory, ...editCategorySuggestions, "constructor", ""])
    validFeed(feedXml({ ...empty, categories: [name] }, site));
  expect(podcastCategory(["自作", "科学"])).toEqual({ name: "Science", subcategory: "Natural Sciences" });
  expect(podcastCategory([])).toEqual({ name: "Society & Culture" });
});

test("the GUID of a podcast is the one that Podcasting 2.0 defines", () => {
  // Example from the specification.
  expect(podcastGuid("https://mp3s.nashownotes.com/pc20rss.xml/")).toBe(
    "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  );
});

test("dates are those of RFC 2822", () => {
  expect(rssDate(new Date("2026-11-21T00:05:09.999Z"))).toBe("Sat, 21 Nov 2026 00:05:09 +0000");
});

test("a playlist's feed has its public tracks in order; a private playlist has no feed", async () => {
  const owner = await addMember({ customUserId: "feed-owner", name: "夜野" });
  const denied = await addMember({ state: "denied" });
  const script = `A: ${"こんばんは。".repeat(300)}\nB: はい。`;
  const first = await addTrackWithAudio({ userId: owner.id, script, bytes: 4321 });
  const hidden = await addTrackWithAudio({ userId: owner.id, isVisible: false });
  const theirs = await addTrackWithAudio({ userId: denied.id });
  const silent = await addTrack({ userId: owner.id });
  const last = await addTrackWithAudio({ userId: owner.id });
  const id = await addPlaylist({
    userId: owner.id,
    trackIds: [last, hidden, theirs, silent, first],
    name: "夜",
  });
  const found = await findPlaylistFeed({ playlistId: id });
  expect(idsOf(found)).toEqual([last, first]);
  expect(found.episodes.map(({ number }) => number)).toEqual([1, 5]);
  const [, episode] = found.episodes;
  expect(episode?.bytes).toBe(feedTagBytes + 4321);
  expect(episode?.description).toMatch(/^(こんばんは。)+$/);
  expect(episode?.description.length).toBeLessThanOrEqual(400);
  const channel = validFeed(feedXml(found, site));
  expect(channel).toMatchObject({
    title: "夜",
    link: `${origin}/feed-owner/playlist/${id}`,
    "itunes:type": "serial",
  });

  const secret = await addPlaylist({ userId: owner.id, trackIds: [first], isPublic: false });
  const ofDenied = await addPlaylist({ userId: denied.id, trackIds: [first] });
  for (const playlistId of [secret, ofDenied, 999_999])
    await expect(findPlaylistFeed({ playlistId })).rejects.toThrow("プレイリストが見つかりません");
});

test("a member's feed has their newest 300 visible tracks, by id and by customUserId", async () => {
  const person = await addMember({ customUserId: "Feed-Person", name: "夜野" });
  const denied = await addMember({ state: "denied" });
  const ids: number[] = [];
  for (let count = 0; count < 302; count++) {
    const uploadedAt = new Date(Date.UTC(2026, 0, 1) + count * 60_000);
    ids.push(await addTrackWithAudio({ userId: person.id, uploadedAt, isVisible: count !== 300 }));
  }
  const newest = ids.filter((_, index) => index !== 300).reverse();
  for (const idOrCustomId of [person.id, "feed-person"]) {
    const found = await findPersonFeed({ idOrCustomId });
    expect(idsOf(found)).toEqual(newest.slice(0, 300));
    expect([found.path, found.pagePath]).toEqual([`/users/${person.id}/feed.xml`, "/Feed-Person"]);
    const channel = validFeed(feedXml(found, site));
    expect(channel["itunes:type"]).toBe("episodic");
    expect(channel.pubDate).toBe(rssDate(new Date(Date.UTC(2026, 0, 1) + 301 * 60_000)));
  }
  const { path: before } = await findPersonFeed({ idOrCustomId: person.id });
  expect(before).toBe(`/users/${person.id}/feed.xml`);
  await expect(findPersonFeed({ idOrCustomId: denied.id })).rejects.toThrow("ユーザーが見つかりません");
});

test("a Last-Modified time is reused for identical content only", () => {
  const times = new LastModifiedTimes();
  const at = (seconds: number) => new Date(seconds * 1000);
  expect(times.since("a", "1", 10_900)).toEqual(at(10));
  expect(times.since("a", "1", 20_000)).toEqual(at(10));
  expect(times.since("b", "1", 30_000)).toEqual(at(30));
  expect(times.since("a", "2", 40_000)).toEqual(at(40));
  expect(times.since("a", "1", 50_000)).toEqual(at(50));
  // Changed in the same second, or after the clock was set back: the time is still to come.
  expect(times.since("a", "2", 50_900)).toBeNull();
  expect(times.since("a", "3", 20_000)).toBeNull();
  expect(times.since("a", "3", 52_000)).toEqual(at(52));
});

test("a verification text is in the feed under both names by which directories look for it, until its owner takes it out", async () => {
  const [owner, stranger] = [await addMember(), await addMember()];
  const trackId = await addTrackWithAudio({ userId: owner.id });
  const playlistId = await addPlaylist({ userId: owner.id, trackIds: [trackId] });
  const shown = async () => {
    const found = [await findPlaylistFeed({ playlistId }), await findPersonFeed({ idOrCustomId: owner.id })];
    return found.map((one) =>
      validFeed(feedXml(one, site))["podcast:txt"].map((txt) => [txt["@purpose"], txt["#text"]]),
    );
  };
  const both = (text: string) => [
    ["verify", text],
    ["applepodcastsverify", text],
  ];
  expect(await shown()).toEqual([[], []]);
  await setPlaylistVerification({ viewer: owner, playlistId, verification: "05124" });
  await setPersonVerification({ viewer: owner, userId: owner.id, verification: "<S6lpp-7ZCn8>" });
  expect(await shown()).toEqual([both("05124"), both("<S6lpp-7ZCn8>")]);
  for (const attempt of [
    () => setPlaylistVerification({ viewer: stranger, playlistId, verification: null }),
    () => setPersonVerification({ viewer: stranger, userId: owner.id, verification: null }),
  ])
    await expect(attempt()).rejects.toThrow(Forbidden);
  const actor: Actor = { kind: "admin", name: "admin" };
  await setVerificationByOperator({ userId: owner.id, verification: null, actor });
  await setPlaylistVerification({ viewer: owner, playlistId, verification: null });
  expect(await shown()).toEqual([[], []]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, owner.id));
  expect(entries).toMatchObject([{ action: "user.feed-verification", before: { isSet: true } }]);
});

test("the file in high quality is the enclosure where there is one, its excerpt of a premium-only track, and none where the operator wants that", async () => {
  const { id: userId } = await addMember();
  const trackId = await addTrackWithAudio({ userId, bytes: 1000 });
  const sizes = { bytes: 2000, excerptBytes: 600 };
  await write((tx) =>
    tx.insert(renditions).values({
      trackId,
      kbps: 128,
      storageKey: `audio/feed-${trackId}/128.mp3`,
      ...sizes,
      sha256: "1".repeat(64),
      createdAt: new Date(),
    }),
  );
  const enclosure = async () => {
    const [item] = validFeed(feedXml(await findPersonFeed({ idOrCustomId: userId }), site)).item;
    return [item?.enclosure["@url"], Number(item?.enclosure["@length"]) - feedTagBytes];
  };
  const high = `${origin}/audio/${trackId}.mp3?quality=high`;
  expect(await enclosure()).toEqual([high, 2000]);
  Object.assign(environment(), { FEED_QUALITY: "standard" });
  expect(await enclosure()).toEqual([`${origin}/audio/${trackId}.mp3`, 1000]);
  Object.assign(environment(), { FEED_QUALITY: "high" });
  await write(async (tx) => {
    await tx.update(renditions).set({ excerptBytes: 300 }).where(eq(renditions.kbps, 64));
    await tx.update(tracks).set({ isPremiumOnly: true }).where(eq(tracks.id, trackId));
  });
  expect(await enclosure()).toEqual([high, 600]);
});
