import { expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { write } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { listPlaylistsOfCategory } from "./list-playlists.server.ts";

withDatabase();

const add = async (userId: string, category: string, more: { isPublic?: boolean; minute?: number } = {}) => {
  const createdAt = new Date(Date.UTC(2026, 10, 22, 3, more.minute ?? 0));
  const values = { userId, name: category, category, isPublic: more.isPublic ?? true };
  const [added] = await write((tx) =>
    tx
      .insert(playlists)
      .values({ ...values, createdAt, updatedAt: createdAt })
      .returning({ id: playlists.id }),
  );
  return added?.id ?? 0;
};

test("public playlists of exactly this category are listed, the newest first", async () => {
  const [owner, denied] = [await addMember(), await addMember()];
  const first = await add(owner.id, "作業用", { minute: 1 });
  const second = await add(owner.id, "睡眠・瞑想,作業用,ニュース", { minute: 2 });
  await add(owner.id, "深夜の作業用,作業用の曲", { minute: 3 });
  await add(owner.id, "作業用", { minute: 4, isPublic: false });
  await add(denied.id, "作業用", { minute: 5 });
  await denyAccount({ actor: operatorActor, userId: denied.id });
  const find = async (category: string, limit = 10) =>
    (await listPlaylistsOfCategory({ viewer: null, category, limit })).map(({ id }) => id);
  expect(await find("作業用")).toEqual([second, first]);
  expect(await find("作業用", 1)).toEqual([second]);
  expect(await find("作業")).toEqual([]);
  expect(await find("%")).toEqual([]);
  expect(await find("ニュース")).toEqual([second]);
});
