import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { searchPlaylists } from "#app/features/playlists/server/list-playlists.server.ts";
import { write } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { expectIndexUse } from "#test/databases/query-plan.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addNameReadings, selectUnreadMembers, selectUnreadPlaylists } from "./add-name-readings.server.ts";
import { searchPeople } from "./search-people.server.ts";

withDatabase();

test("people are found by name and user id, those that joined last first; nobody who may not be seen", async () => {
  const first = await addMember({ name: "夜野 ラジオ" });
  const second = await addMember({ name: "ﾗｼﾞｵの夜", customUserId: "Radio_Night" });
  const denied = await addMember({ name: "夜のラジオ" });
  await denyAccount({ actor: operatorActor, userId: denied.id });
  const found = async (query: string, limit = 10) =>
    (await searchPeople({ viewer: null, query, limit })).map(({ id }) => id);
  expect(await found("夜 らじお")).toEqual([second.id, first.id]);
  expect(await found("夜 らじお", 1)).toEqual([second.id]);
  expect(await found("夜野")).toEqual([first.id]);
  expect(await found("@radio_night")).toEqual([second.id]);
  expect(await found("@")).toEqual([]);
  expect(await found(" ")).toEqual([]);
});

test("public playlists are found by their name, the newest first; a new name counts, and what is hidden or deleted does not", async () => {
  const owner = await addMember();
  const denied = await addMember();
  const add = (name: string, more: { userId?: string; isPublic?: boolean } = {}) =>
    addPlaylist({ userId: owner.id, trackIds: [], name, ...more });
  const first = await add("ラジオの夜長");
  const second = await add("夜長に聴くﾗｼﾞｵ");
  await add("夜長のラジオ", { isPublic: false });
  await add("夜長のラジオ", { userId: denied.id });
  await denyAccount({ actor: operatorActor, userId: denied.id });
  const found = async (query: string, limit = 10) =>
    (await searchPlaylists({ viewer: null, query, limit })).map(({ id }) => id);
  expect(await found("夜長 らじお")).toEqual([second, first]);
  expect(await found("夜長 らじお", 1)).toEqual([second]);
  // Has the pairs of the word, and not the word.
  await add("夜長と長夜と夜の長");
  expect(await found("長夜長")).toEqual([]);
  await write((tx) => tx.update(playlists).set({ name: "朝の体操" }).where(eq(playlists.id, first)));
  expect(await found("夜長 らじお")).toEqual([second]);
  expect(await found("体操")).toEqual([first]);
  await write((tx) => tx.delete(playlists).where(eq(playlists.id, first)));
  expect(await found("体操")).toEqual([]);
});

test("people are found by how their name is read, in kana and romaji; another name is read anew", async () => {
  const { id } = await addMember({ name: "星野 灯台", customUserId: "reader" });
  const other = await addMember({ name: "Hoshino" });
  const found = async (query: string) =>
    (await searchPeople({ viewer: null, query, limit: 10 })).map((one) => one.id);
  expect(await found("ほしの")).toEqual([]);
  await addNameReadings();
  expect(await found("ほしの")).toEqual([id]);
  expect(await found("ホシノ 灯台")).toEqual([id]);
  expect(await found("todai")).toEqual([id]);
  expect(await found("reader")).toEqual([id]);
  // As typed before it is taken for romaji.
  expect(await found("hoshino")).toEqual([other.id]);

  await updateUser(id, { name: "落語 太郎" });
  expect(await found("ほしの")).toEqual([]);
  expect(await found("らくご")).toEqual([]);
  await addNameReadings();
  expect(await found("rakugo")).toEqual([id]);
});

test("playlists are found by how their name is read, in kana and romaji; another name is read anew", async () => {
  const owner = await addMember();
  const id = await addPlaylist({ userId: owner.id, trackIds: [], name: "金継ぎの午後" });
  await addPlaylist({ userId: owner.id, trackIds: [], name: "きんいろの列車" });
  const found = async (query: string) =>
    (await searchPlaylists({ viewer: null, query, limit: 10 })).map((one) => one.id);
  expect(await found("きんつぎ")).toEqual([]);
  await addNameReadings();
  expect(await found("きんつぎ")).toEqual([id]);
  expect(await found("gogo kintsugi")).toEqual([id]);
  expect(await found("gogo")).toEqual([id]);

  await write((tx) => tx.update(playlists).set({ name: "灯台めぐり" }).where(eq(playlists.id, id)));
  expect(await found("きんつぎ")).toEqual([]);
  expect(await found("とうだい")).toEqual([]);
  await addNameReadings();
  expect(await found("todai meguri")).toEqual([id]);
  const [stored] = await searchPlaylists({ viewer: null, query: "灯台", limit: 1 });
  expect(stored).not.toHaveProperty("nameReadings");
});

test("names that nobody has read yet are found by an index", async () => {
  await expectIndexUse(selectUnreadMembers(9).getSQL(), "member_search_unread_index");
  await expectIndexUse(selectUnreadPlaylists(9).getSQL(), "playlists_unread_index");
});
