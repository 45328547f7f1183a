import { beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { Client } from "../../client.ts";
import { addMember, openTestDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

let server: ReturnType<typeof sharedServer>;
let visitor: Client;
let ownerId: string;
let trackIds: number[];
const lists = { night: 0, empty: 0, watched: 0, unnamed: 0 };

beforeAll(async () => {
  await openTestDatabase();
  const owner = await addMember({ name: "夜野 ことは", customUserId: "Kotoha" });
  ownerId = owner.id;
  trackIds = [];
  for (let n = 0; n < 3; n++) trackIds.push(await addTrack({ userId: owner.id, title: `第${n}夜` }));
  const description = "灯りを落としてから。";
  const about = { userId: owner.id, category: "睡眠・瞑想,科学", description };
  lists.night = await addPlaylist({ ...about, trackIds, name: "眠る前に", publicSlug: "nemuru" });
  lists.empty = await addPlaylist({ userId: owner.id, trackIds: [] });
  lists.watched = await addPlaylist({ userId: owner.id, trackIds });
  lists.unnamed = await addPlaylist({ userId: (await addMember()).id, trackIds });
  await closeDatabase();
  server = sharedServer();
  visitor = new Client(server.origin);
});

let members = 0;
const member = () => Client.signedIn(server.origin, `listener${members++}@example.com`);
const json = async (answer: Promise<Response>) => (await answer).json();

test("a playlist's page is at all of its addresses", async () => {
  const { night } = lists;
  for (const path of [
    `/playlists/${night}`,
    "/playlists/nemuru",
    "/playlists/kotoha/nemuru",
    "/playlist/nemuru",
    "/u/kotoha/nemuru",
    `/u/${ownerId}/nemuru`,
    `/kotoha/playlist/${night}`,
    `/${ownerId}/playlist/${night}`,
    `/public/playlist/${night}`,
  ]) {
    const answer = await visitor.get(path);
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    for (const part of [
      "眠る前に",
      "灯りを落としてから。",
      "夜野 ことは",
      "@Kotoha",
      "第0夜",
      `href="/track/${trackIds[0]}"`,
      'href="/Kotoha"',
      `<link rel="canonical" href="${server.origin}/Kotoha/playlist/${night}"/>`,
      'property="og:type" content="music.playlist"',
      "MusicPlaylist",
    ])
      expect(text, path).toContain(part);
  }
  const elsewhere = await visitor.get(`/somebody/playlist/${night}?from=profile`);
  expect([elsewhere.status, elsewhere.headers.get("Location")]).toEqual([
    302,
    `/Kotoha/playlist/${night}?from=profile`,
  ]);
});

test("an empty one says so, and one that is not there leads to the playlists", async () => {
  const empty = await (await visitor.get(`/playlists/${lists.empty}`)).text();
  expect(empty).toContain("このプレイリストにはまだ音声がありません");
  expect(empty).toContain("音声を探す");
  for (const path of ["/playlists/999999", "/playlist/no-such", "/u/kotoha/no-such", "/kotoha/playlist/x"]) {
    const answer = await visitor.get(path);
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 404]);
    expect(text).toContain("プレイリストが見つかりません");
    expect(text).toContain('href="/playlists"');
  }
});

test("the way back goes by the page before", async () => {
  const path = `/playlists/${lists.night}`;
  const profile = 'href="/profile?tab=playlists"';
  expect(await (await visitor.get(path)).text()).not.toContain(profile);
  expect(await (await visitor.get(`${path}?from=profile`)).text()).toContain(profile);
  const referrer = { Referer: `${server.origin}/profile?tab=playlists` };
  expect(await (await visitor.get(path, referrer)).text()).toContain(profile);
  expect(await (await visitor.get(path, { Referer: "https://a.example/profile" })).text()).not.toContain(
    profile,
  );
});

test("the calls give a playlist with its items, all at once and in pages", async () => {
  const { night } = lists;
  const whole = await json(visitor.get(`/api/playlists/${night}`));
  expect(whole).toMatchObject({
    id: night,
    name: "眠る前に",
    category: "睡眠・瞑想,科学",
    itemCount: 3,
    user: { id: ownerId, name: "夜野 ことは", picture: null, customUserId: "Kotoha" },
    items: trackIds.map((id, index) => ({ order: index + 1, track: { id } })),
  });
  for (const path of ["kotoha/nemuru", `${ownerId}/nemuru`, "nemuru"])
    expect(await json(visitor.get(`/api/playlists/public/${path}`))).toEqual(whole);
  const first = await visitor.get(`/api/playlists/${night}/items?limit=2`);
  expect(await first.json()).toEqual(whole.items.slice(0, 2));
  const [, next = ""] = /<([^>]+)>/.exec(first.headers.get("Link") ?? "") ?? [];
  const second = await visitor.get(next);
  expect(await second.json()).toEqual(whole.items.slice(2));
  expect(second.headers.get("Link")).toBeNull();
});

test("the OpenGraph endpoint has the playlist below its owner's name", async () => {
  const { night, unnamed } = lists;
  for (const name of ["kotoha", "public", ownerId])
    expect(await json(visitor.get(`/api/og/${name}/playlist/${night}`))).toEqual({
      title: "眠る前に",
      description: "灯りを落としてから。",
      imageUrl: expect.stringMatching(new RegExp(`^${server.origin}/`)),
      url: `${server.origin}/Kotoha/playlist/${night}`,
      type: "music.playlist",
      siteName: "Mugen",
    });
  expect(await json(visitor.get(`/api/og/public/playlist/${unnamed}`))).toMatchObject({
    url: `${server.origin}/public/playlist/${unnamed}`,
  });
  expect((await visitor.get(`/api/og/somebody/playlist/${night}`)).status).toBe(404);
});

test("following by calls, and by forms without JavaScript", async () => {
  const { night } = lists;
  const client = await member();
  const status = () => json(client.get(`/api/playlists/${night}/follow-status`));
  expect(await status()).toEqual({ isFollowing: false });
  for (let times = 0; times < 2; times++)
    expect(await json(client.send("POST", `/api/playlists/${night}/follow`))).toEqual({
      isFollowing: true,
      followerCount: 1,
    });
  expect(await status()).toEqual({ isFollowing: true });
  expect(await json(client.send("POST", `/api/playlists/${night}/unfollow`, {}))).toEqual({
    isFollowing: false,
    followerCount: 0,
  });

  const path = `/kotoha/playlist/${night}?from=profile`;
  const followed = await client.form(path, { intent: "follow" });
  expect([followed.status, followed.headers.get("Location")]).toEqual([303, path]);
  const page = await (await client.get(path)).text();
  expect(page).toContain("プレイリストをフォローしました");
  expect(page).toContain("フォロワー 1人");
  await client.form(path, { intent: "unfollow" });
  expect(await (await client.get(path)).text()).toContain("フォローを解除しました");
  expect(await status()).toEqual({ isFollowing: false });
  const odd = await client.form(path, { intent: "dance" });
  expect([odd.status, (await odd.text()).includes("操作を読み取れませんでした")]).toEqual([400, true]);
  // Somebody else's tracks stay where they are.
  const { items } = await json(client.get(`/api/playlists/${night}`));
  const refused = await client.form(path, { intent: "remove", itemId: `${items[0].id}` });
  expect(refused.status).toBe(403);
  const unknown = await visitor.form(path, { intent: "follow" });
  expect(unknown.status).toBe(401);
  const text = await unknown.text();
  expect(text).toMatch(/role="alert".*ログインが必要です/s);
  expect(text).toContain(`href="/api/auth/google?${new URLSearchParams({ redirect: path })}"`);
});

test("a page that is opened counts as a view: once a day, not for robots or a browser that looks ahead", async () => {
  const path = `/playlists/${lists.watched}`;
  const views = async () => (await json(visitor.get(`/api/playlists/${lists.watched}`))).impressionCount;
  const open = (headers: Record<string, string> = {}, method = "GET", to = path) =>
    visitor.fetch(to, { method, headers: { "User-Agent": browser, ...headers } });
  await open({}, "HEAD");
  await open({ "User-Agent": "Googlebot/2.1" });
  await open({ "Sec-Purpose": "prefetch" });
  await open({ "User-Agent": "" });
  // The call about it is not its page.
  await open({}, "GET", `/api/playlists/${lists.watched}`);
  await open();
  await open({}, "GET", `${path}.data`);
  await expect.poll(views).toBe(1);
  const reader = await member();
  await reader.get(`${path}.data`, { "User-Agent": browser });
  await reader.get(path, { "User-Agent": browser });
  await expect.poll(views).toBe(2);
  // What was noted before the last is written with it: the others did not count.
  await (await member()).get(path, { "User-Agent": browser });
  await expect.poll(views).toBe(3);
});
