import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { db, write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { planOf } from "#test/databases/query-plan.ts";
import { addTrack } from "#test/tracks.ts";
import { addSearchReadings, isUnreadAfter, readingsOfTexts } from "./add-search-readings.server.ts";
import { reindexTracksOf, requestReindex, writeSearchTexts } from "./reindex-tracks.server.ts";

withDatabase();

const addUnread = (track: Parameters<typeof addTrack>[0]) => addTrack({ ...track, isUnread: true });
const found = async (query: string) =>
  (await searchTracks({ viewer: null, query, limit: 20 })).tracks.map(({ id }) => id);

test("the readings of a title and of words with kanji, neighbours as one", async () => {
  const script = "A: 落語家と金継ぎの話です。\nB: 東京都庁で、金継ぎを習います。";
  expect(await readingsOfTexts([{ title: "灯台の夜", description: null, labels: ["文化"], script }])).toEqual(
    ["とうだいのよる\nぶんか らくごか きむつぎ きんつぎ はなし とうきょうとちょう ならい"],
  );
  expect(
    await readingsOfTexts([{ title: "ひかり", description: null, labels: [], script: "A: ラジオ。" }]),
  ).toEqual(["\n"]);
});

test("a track is found by how it is read, in kana and romaji, in its title first; a rename keeps that, another script is read anew", async () => {
  const { id: userId } = await addMember({ name: "朝野" });
  const inText = await addUnread({ userId, title: "散歩", script: "A: 灯台に登りました。" });
  const inTitle = await addUnread({ userId, title: "灯台の夜", script: "A: 静かです。" });
  const newer = await addUnread({ userId, title: "朝", script: "A: 灯台が見えます。" });
  expect(await found("とうだい")).toEqual([]);
  await addSearchReadings();
  expect(await found("とうだい")).toEqual([inTitle, newer, inText]);
  expect(await found("toudai")).toEqual([inTitle, newer, inText]);
  expect(await found("TOUDAI yoru")).toEqual([inTitle]);
  // Most people leave out the length of a vowel.
  expect(await found("todai")).toEqual([inTitle, newer, inText]);
  expect(await found("tōdai yoru")).toEqual([inTitle]);
  expect(await found("灯台")).toEqual([inTitle, newer, inText]);

  await write((tx) => requestReindex(tx, userId));
  await reindexTracksOf({ userId });
  expect(await found("とうだい")).toEqual([inTitle, newer, inText]);

  await write(async (tx) => {
    await tx.update(tracks).set({ script: "A: 落語を聴きました。" }).where(eq(tracks.id, inText));
    await writeSearchTexts(tx, { author: "朝野", trackIds: [inText] });
  });
  expect(await found("とうだい")).toEqual([inTitle, newer]);
  expect(await found("rakugo")).toEqual([]);
  await addSearchReadings();
  expect(await found("rakugo")).toEqual([inText]);
});

test("words in Latin letters are found as they are typed before they are taken for romaji", async () => {
  const { id: userId } = await addMember();
  const typed = await addUnread({ userId, title: "Kaze no uta" });
  const read = await addUnread({ userId, title: "風の音" });
  await addSearchReadings();
  expect(await found("kaze")).toEqual([typed]);
  expect(await found("かぜ")).toEqual([read]);
});

test("what nobody has read yet is found by an index", async () => {
  const plan = await planOf(
    db
      .select({ id: tracks.id })
      .from(tracks)
      .where(isUnreadAfter(9))
      .orderBy(asc(tracks.id))
      .limit(20)
      .getSQL(),
  );
  expect(plan).toContain("tracks_unread_index");
});
