import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, write } from "#db/client.ts";
import { labels, trackLabels } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack } from "../tracks.ts";

let server: RunningServer;
const ids: number[] = [];
const category = "夜更かし/朝寝坊";
beforeAll(async () => {
  await openTestDatabase();
  const { id: userId } = await addMember();
  for (let n = 0; n < 25; n++) ids.push(await addTrack({ userId, title: `ﾗｼﾞｵ体操 ${n}` }));
  const hidden = await addTrack({ userId, title: "ラジオ", isVisible: false });
  await write(async (tx) => {
    const name = category;
    await tx.insert(labels).values({ name, folded: foldText(name) });
    const [label] = await tx.select({ id: labels.id }).from(labels).where(eq(labels.name, name));
    const labelId = label?.id ?? 0;
    await tx
      .insert(trackLabels)
      .values([...ids.slice(0, 3), hidden].map((trackId) => ({ trackId, labelId, position: 0 })));
  });
  await addPlaylist({ userId, trackIds: [], name: "机に向かう夜", category: "作業用,ニュース" });
  for (let n = 0; n < 11; n++)
    await addPlaylist({ userId, trackIds: [], name: `献立${n}`, category: "料理・グルメ" });
  await closeDatabase();
  server = await startServer({ workers: 0 });
});
afterAll(() => server.kill());

const visitor = () => new Client(server.origin);
const json = async (answer: Promise<Response>) => (await answer).json();
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

test("a playlist's category leads to the playlists of that category, also where no track has it", async () => {
  const page = async (name: string) =>
    (await visitor().get(`/search?${new URLSearchParams({ category: name })}`)).text();
  const html = await page("作業用");
  expect(html).toContain("「作業用」のプレイリスト");
  expect(html).toContain("机に向かう夜");
  expect(html).not.toContain("「作業用」の音声はまだありません");
  expect(await page("作業")).toContain("「作業」の音声はまだありません");
});

test("all of a category's playlists are a link away from its first ten", async () => {
  const page = async (path: string) => (await visitor().get(path)).text();
  const address = `/search?${new URLSearchParams({ category: "料理・グルメ" })}`;
  const html = await page(address);
  expect(html).toContain("献立10</a>");
  expect(html).not.toContain("献立0</a>");
  expect(html).toContain(`href="${address}&amp;kind=playlists"`);
  const all = await page(`${address}&kind=playlists`);
  expect(all).toContain("献立10</a>");
  expect(all).toContain("献立0</a>");
  expect(all).not.toContain("の音声はまだありません");
  expect(all).toContain(`href="${address}"`);
  const none = await page("/search?category=作業&kind=playlists");
  expect(none).toContain("「作業」のプレイリストはまだありません");
  expect(none).not.toContain("「作業」のプレイリスト</h2>");
  expect(await page(`/search?${new URLSearchParams({ category: "作業用" })}`)).not.toContain("すべて見る");
});

test("a category's tracks are paged, the newest first", async () => {
  const path = `/api/tracks/category/${encodeURIComponent(category)}`;
  const first = await visitor().get(`${path}?limit=2`);
  expect(idsOf(await first.json())).toEqual([ids[2], ids[1]]);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const last = await visitor().get(next);
  expect(idsOf(await last.json())).toEqual([ids[0]]);
  expect(last.headers.get("Link")).toBeNull();
  expect(await json(visitor().get("/api/tracks/category/夜更かし"))).toEqual([]);
  expect((await visitor().get(`${path}?limit=0`)).status).toBe(400);
  expect((await visitor().get(`${path}?cursor=x`)).status).toBe(400);
  expect(await json(visitor().get("/api/tracks/category/%00"))).toEqual([]);
  expect((await visitor().send("POST", path)).status).toBe(405);
});

test("search results are paged by the API, alone and within a category", async () => {
  const path = `/api/tracks?search=${encodeURIComponent("ラジオ体操")}`;
  const first = await visitor().get(`${path}&limit=24`);
  expect(idsOf(await first.json())).toEqual(ids.toReversed().slice(0, 24));
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  expect(idsOf(await json(visitor().get(next)))).toEqual([ids[0]]);
  const within = `&category=${encodeURIComponent(category)}`;
  expect(idsOf(await json(visitor().get(path + within)))).toEqual(ids.slice(0, 3).toReversed());
  // The best comes first, whatever order is asked for, as the document of the API says.
  const oldest = await json(visitor().get(`${path}&limit=24&order=oldest`));
  expect(idsOf(oldest)).toEqual(ids.toReversed().slice(0, 24));
  const { paths } = await json(visitor().get("/api/openapi.json"));
  const order = { name: "order", description: expect.stringContaining("検索の結果では使いません") };
  expect(paths["/api/tracks"].get.parameters).toContainEqual(expect.objectContaining(order));
  // The limit counts characters as the screen does, whose queue requests the same words.
  for (const character of ["😀", "あ", "ﷺ"]) {
    const asked = `/api/tracks?search=${encodeURIComponent(character.repeat(100))}`;
    expect((await visitor().get(asked)).status, character).toBe(200);
    expect((await visitor().get(asked + encodeURIComponent(character))).status, character).toBe(400);
  }
});

test("categories are listed, suggested, and added once, by members only", async () => {
  expect(await json(visitor().get("/api/categories/tracks"))).toEqual([{ category, usageCount: 4 }]);
  expect(await json(visitor().get("/api/categories/search?q=朝寝"))).toEqual([
    { name: category, usageCount: 4 },
  ]);
  expect((await visitor().get("/api/categories/search?q=x&limit=999")).status).toBe(400);
  expect((await visitor().send("POST", "/api/categories", { name: "釣り" })).status).toBe(401);
  const member = await Client.signedIn(server.origin, "categories@example.com");
  for (const status of [201, 200]) {
    const added = await member.send("POST", "/api/categories", { name: " 釣り\0" });
    expect([added.status, await added.json()]).toEqual([status, { name: "釣り", usageCount: 0 }]);
  }
  expect(await json(member.get("/api/categories/search?q=釣"))).toEqual([{ name: "釣り", usageCount: 0 }]);
  // Visitors are not offered what has no track for them.
  expect(await json(visitor().get("/api/categories/search?q=釣"))).toEqual([]);
  const refused = await member.send("POST", "/api/categories", { name: "あ".repeat(51) });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { fields: { name: ["カテゴリー名は50文字以内で入力してください"] } },
  ]);
  expect((await member.get("/api/categories")).status).toBe(405);
});

test("the screen highlights matches, counts, pages, and accepts any query string", async () => {
  const page = await (await visitor().get("/search?search=ラジオ")).text();
  expect(page).toContain("検索結果");
  expect(page).toContain("25件");
  expect(page).toMatch(/<mark[^>]*>ﾗｼﾞｵ<\/mark>/);
  for (const query of [
    "search=ラジオ&cursor=bad",
    `search=${"あ".repeat(500)}`,
    `search=${encodeURIComponent("😀".repeat(80))}`,
    'search="%20OR%20*',
    "search=%00",
    "search=%ff%fe",
    "category=%00&search=%20",
    "category=__proto__",
    "cursor=99999999999999.2147483647&search=の",
  ])
    expect((await visitor().get(`/search?${query}`)).status, query).toBe(200);
});

test("pages and their data are not cached for others", async () => {
  for (const path of [
    "/search?search=ラジオ",
    "/search.data?search=ラジオ",
    "/history.data",
    "/no/such/page.data",
  ]) {
    const { headers } = await visitor().get(path);
    expect(headers.get("Cache-Control"), path).toBe("private, no-store");
  }
});
