import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { db, write } from "#db/client.ts";
import { labels, trackLabels, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { categorySchema } from "./categories.schema.ts";
import { addCategory, listTrackCategories, searchCategories } from "./categories.server.ts";

withDatabase();

/** Members are suggested all categories, also those without a track. */
const viewer = { state: "approved" } as const;

async function labelled(name: string, userId: string, isVisible = true): Promise<number> {
  const id = await addTrack({ userId, isVisible });
  await write(async (tx) => {
    const [label] = await tx.select({ id: labels.id }).from(labels).where(eq(labels.name, name));
    await tx.insert(trackLabels).values({ trackId: id, labelId: label?.id ?? 0, position: 0 });
  });
  return id;
}

const names = async (query: string, limit = 10) =>
  (await searchCategories({ viewer, query, limit })).map(({ name }) => name);

test("a category is added once, also concurrently", async () => {
  const viewer = await addMember();
  const added = await Promise.all(Array.from({ length: 5 }, () => addCategory({ viewer, name: "同時に" })));
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
  for (const { category } of added) expect(category).toEqual({ name: "同時に", usageCount: 0 });
  expect(await db.$count(labels, eq(labels.name, "同時に"))).toBe(1);
});

test("suggestions: names that begin with the text, then those that contain it, the most used first, folded", async () => {
  const viewer = await addMember();
  for (const name of ["ラジオ", "らじお体操", "深夜ラジオ", "インターネットラジオ", "100%果汁", "ﾗｼﾞｵ工作"])
    await addCategory({ viewer, name });
  for (const name of ["深夜ラジオ", "深夜ラジオ", "らじお体操"]) await labelled(name, viewer.id);
  for (const query of ["らじお", "ﾗｼﾞｵ", " ラジオ "])
    expect(await names(query)).toEqual([
      "らじお体操",
      "ﾗｼﾞｵ工作",
      "ラジオ",
      "深夜ラジオ",
      "インターネットラジオ",
    ]);
  expect(await names("ラジオ", 4)).toHaveLength(4);
  expect(await names("ラジオ", 2)).toEqual(["らじお体操", "ﾗｼﾞｵ工作"]);
  expect(await names("%")).toEqual(["100%果汁"]);
  expect(await names("_")).toEqual([]);
  expect((await searchCategories({ viewer, query: "", limit: 1 }))[0]).toEqual({
    name: "深夜ラジオ",
    usageCount: 2,
  });
});

test("usage counts follow the tracks; only categories with public tracks are listed", async () => {
  const [viewer, denied] = [await addMember(), await addMember()];
  for (const name of ["表の棚", "裏の棚", "消える棚", "空の棚"]) await addCategory({ viewer, name });
  const visible = await labelled("表の棚", viewer.id);
  await labelled("表の棚", viewer.id, false);
  await labelled("裏の棚", viewer.id, false);
  await labelled("消える棚", denied.id);
  const listed = async () =>
    (await listTrackCategories({ viewer, limit: 100 }))
      .filter(({ name }) => name.endsWith("棚"))
      .map(({ name }) => name);
  expect(await listed()).toEqual(["表の棚", "消える棚"]);
  await denyAccount({ actor: operatorActor, userId: denied.id });
  expect(await listed()).toEqual(["表の棚"]);
  const usage = async () => (await searchCategories({ viewer, query: "表の棚", limit: 1 }))[0]?.usageCount;
  expect(await usage()).toBe(2);
  await write((tx) => tx.delete(tracks).where(eq(tracks.id, visible)));
  expect(await usage()).toBe(1);
  expect(await listed()).toEqual([]);
});

test.each([
  ["  夜の　読書 ", "夜の 読書"],
  ["あ".repeat(50), "あ".repeat(50)],
  ["𠮷".repeat(50), "𠮷".repeat(50)],
  ["見え\u200bない", "見えない"],
])("%j is stored as %j", (name, stored) => {
  expect(categorySchema.parse({ name })).toEqual({ name: stored });
});

test.each([undefined, 1, "", " \u200b　", "あ".repeat(51), "歴史,科学", "歴史、科学"])(
  "%j is no valid name of a category",
  (name) => {
    expect(categorySchema.safeParse({ name }).success).toBe(false);
  },
);
