import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { searchPlaylists } from "#app/features/playlists/server/list-playlists.server.ts";
import { write } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
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
