import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
const people: { client: Client; id: string }[] = [];
const person = (n: number) => {
  const one = people[n];
  if (!one) throw new Error(`no person ${n}`);
  return one;
};
let visitor: Client;

const me = z.object({ id: z.string() });
const names = ["朝日 のぼる", "夕凪 しずか", "夜野 かなで", "星見 あおい"];

beforeAll(async () => {
  server = sharedServer();
  visitor = new Client(server.origin);
  for (const [n, name] of names.entries()) {
    const client = await Client.signedIn(server.origin, `person${n}@example.com`, name);
    people.push({ client, id: me.parse(await (await client.get("/api/auth/me")).json()).id });
  }
});

const json = async (client: Client, path: string): Promise<unknown> => (await client.get(path)).json();

test("everybody sees a person's public side, never the e-mail address", async () => {
  const { id } = person(0);
  const shown = {
    id,
    name: names[0],
    picture: null,
    customUserId: null,
    xHandle: null,
    isPremium: false,
    followerCount: 0,
    followingCount: 0,
  };
  for (const path of [`/api/users/${id}`, `/api/user/profile/${id}`]) {
    for (const client of [visitor, person(1).client]) expect(await json(client, path)).toEqual(shown);
  }
  expect(await json(visitor, `/api/users/${id}/follow-counts`)).toEqual({
    followingCount: 0,
    followerCount: 0,
  });
  for (const list of ["tracks", "playlists"]) {
    expect(await json(visitor, `/api/users/${id}/${list}`)).toEqual([]);
  }
});

test("the official account exists without any seed, by each of its names", async () => {
  for (const name of ["mugen", "Mugen", "mugen_official"]) {
    expect(await json(visitor, `/api/users/${name}`)).toMatchObject({
      id: "mugen",
      name: "Mugen",
      picture: "∞",
    });
  }
  const page = await visitor.get("/mugen");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`<link rel="canonical" href="${server.origin}/mugen"/>`);
});

test("following and its end answer how things stand, and lists, counts and status follow", async () => {
  const [a, b, c] = [person(0), person(1), person(2)];
  const follow = (from: typeof a, to: typeof a, method: string) =>
    from.client.send(method, `/api/users/${to.id}/follow`);
  expect(await (await follow(a, c, "POST")).json()).toEqual({ isFollowing: true, followerCount: 1 });
  expect(await (await follow(b, c, "POST")).json()).toEqual({ isFollowing: true, followerCount: 2 });
  expect(await (await follow(b, c, "POST")).json()).toEqual({ isFollowing: true, followerCount: 2 });
  expect(await json(a.client, `/api/users/${c.id}/follow-status`)).toEqual({ isFollowing: true });
  expect(await json(c.client, `/api/users/${a.id}/follow-status`)).toEqual({ isFollowing: false });
  expect(await json(visitor, `/api/users/${c.id}/follow-counts`)).toEqual({
    followingCount: 0,
    followerCount: 2,
  });

  const face = (n: number) => ({
    id: person(n).id,
    name: names[n],
    picture: null,
    customUserId: null,
    isPremium: false,
  });
  const followedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await json(a.client, `/api/users/${c.id}/followers`)).toEqual({
    followers: [
      { ...face(1), followedAt },
      { ...face(0), followedAt },
    ],
  });
  expect(await json(b.client, `/api/users/${a.id}/following`)).toEqual({
    following: [{ ...face(2), followedAt }],
  });
  expect(await json(a.client, `/api/follows/followers/${c.id}`)).toEqual([
    { id: expect.any(Number), createdAt: followedAt, follower: face(1) },
    { id: expect.any(Number), createdAt: followedAt, follower: face(0) },
  ]);
  expect(await json(a.client, `/api/follows/following/${a.id}`)).toEqual([
    { id: expect.any(Number), createdAt: followedAt, following: face(2) },
  ]);

  expect(await (await follow(b, c, "DELETE")).json()).toEqual({ isFollowing: false, followerCount: 1 });
  expect(await (await follow(b, c, "DELETE")).json()).toEqual({ isFollowing: false, followerCount: 1 });
  const oneself = await follow(a, a, "POST");
  expect(oneself.status).toBe(409);
  expect(await oneself.json()).toMatchObject({ error: "自分自身をフォローすることはできません" });
  await follow(a, c, "DELETE");
});

test("lists of people are paged by a Link", async () => {
  const star = person(3);
  for (const n of [0, 1, 2]) await person(n).client.send("POST", `/api/users/${star.id}/follow`);
  const page = z.object({ followers: z.array(z.object({ name: z.string() })) });
  const records = z.array(z.object({ follower: z.object({ name: z.string() }) }));
  for (const start of [`/api/users/${star.id}/followers`, `/api/follows/followers/${star.id}`]) {
    const seen: string[] = [];
    let path: string | undefined = `${start}?limit=2`;
    for (let pages = 0; path && pages < 5; pages++) {
      const response: Response = await person(0).client.get(path);
      const body: unknown = await response.json();
      seen.push(
        ...(Array.isArray(body)
          ? records.parse(body).map(({ follower }) => follower.name)
          : page.parse(body).followers.map(({ name }) => name)),
      );
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
    }
    expect(seen, start).toEqual([names[2], names[1], names[0]]);
  }
  for (const query of ["limit=0", "limit=101", "cursor=x"]) {
    expect((await person(0).client.get(`/api/users/${star.id}/followers?${query}`)).status, query).toBe(400);
  }
});

test.each([
  ["GET", "follow-status"],
  ["GET", "followers"],
  ["GET", "following"],
  ["POST", "follow"],
  ["DELETE", "follow"],
])("%s /api/users/{id}/%s needs a member", async (method, call) => {
  const response = await visitor.send(method, `/api/users/mugen/${call}`);
  expect(response.status).toBe(401);
});

test.each(["followers", "following"])("GET /api/follows/%s/{id} needs a member", async (list) => {
  expect((await visitor.get(`/api/follows/${list}/mugen`)).status).toBe(401);
});

const nobodies = ["nobody", "%00", "robots.txt", "..%2Fmugen", "%F0%9F%8C%99", "x".repeat(300)];
const calls: [method: string, call: (id: string) => string][] = [
  ["GET", (id) => `/api/users/${id}`],
  ["GET", (id) => `/api/user/profile/${id}`],
  ["GET", (id) => `/api/users/${id}/follow-counts`],
  ["GET", (id) => `/api/users/${id}/follow-status`],
  ["GET", (id) => `/api/users/${id}/followers`],
  ["GET", (id) => `/api/users/${id}/following`],
  ["GET", (id) => `/api/users/${id}/tracks`],
  ["GET", (id) => `/api/users/${id}/playlists`],
  ["POST", (id) => `/api/users/${id}/follow`],
  ["DELETE", (id) => `/api/users/${id}/follow`],
  ["GET", (id) => `/api/follows/followers/${id}`],
  ["GET", (id) => `/api/follows/following/${id}`],
];

test("ids that name nobody are 404, and wrong methods 405 with Allow", async () => {
  const { client } = person(0);
  for (const [method, call] of calls) {
    for (const id of nobodies) {
      const response = await client.send(method, call(id));
      expect(response.status, `${method} ${call(id)}`).toBe(404);
      expect(await response.json()).toMatchObject({ error: "ユーザーが見つかりません", code: "not_found" });
    }
    const wrong = await client.send("PATCH", call("mugen"), {});
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("Allow")).toContain(method);
  }
});

test("a form post on the page follows and leads back to it", async () => {
  const { client } = person(0);
  const { id } = person(1);
  const followed = await client.form(`/user/${id}?tab=playlists`, { intent: "follow" });
  expect([followed.status, followed.headers.get("Location")]).toEqual([303, `/${id}?tab=playlists`]);
  expect(await json(client, `/api/users/${id}/follow-status`)).toEqual({ isFollowing: true });
  expect((await client.form(`/${id}`, { intent: "unfollow" })).status).toBe(303);
  expect(await json(client, `/api/users/${id}/follow-status`)).toEqual({ isFollowing: false });

  expect((await visitor.form(`/${id}`, { intent: "follow" })).status).toBe(401);
  expect((await client.form(`/${id}`, { intent: "x" })).status).toBe(400);
  const oneself = await client.form(`/${person(0).id}`, { intent: "follow" });
  expect(oneself.status).toBe(409);
  expect(await oneself.text()).toContain("自分自身をフォローすることはできません");
  expect((await client.send("POST", `/${id}`, { intent: "follow" })).status).toBe(415);
});

test("a member's page shadows no screen and no call", async () => {
  for (const [path, text] of [
    ["/search", "検索"],
    ["/Search/", "検索"],
    ["/profile", "マイページ"],
    [`/${person(0).id}/`, names[0]],
    [`/user/${person(0).id}`, names[0]],
  ] as const) {
    const response = await visitor.get(path);
    expect(response.status, path).toBe(200);
    expect(await response.text()).toContain(text);
  }
  for (const path of [
    "/api",
    "/api/x",
    "/api/followers",
    "/api/x/followers",
    "/api/track/5",
    "/api/x/track/5",
  ]) {
    const response = await visitor.get(path);
    expect(response.status, path).toBe(404);
    expect(await response.json(), path).toEqual({ error: "このAPIはありません", code: "not_found" });
  }
});

test("unknown people are the specified page with status 404, files the general one", async () => {
  const specified = ["ユーザーが見つかりません", "指定されたユーザーは存在しないか、プライベートです"];
  for (const path of ["/nope", "/nope/", "/user/nope", "/nope?tab=playlists"]) {
    const response = await visitor.get(path);
    expect(response.status, path).toBe(404);
    const page = await response.text();
    for (const words of specified) expect(page, path).toContain(words);
  }
  for (const list of ["followers", "following"]) {
    const response = await person(0).client.get(`/nope/${list}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(specified[0]);
  }
  for (const path of [
    "/humans.txt",
    "/wp-login.php",
    "/.env",
    "/%E5%A4%9C",
    "/no/such/page",
    "/help/nothing",
  ]) {
    const response = await visitor.get(path);
    expect(response.status, path).toBe(404);
    expect(await response.text(), path).toContain("ページが見つかりません");
  }
});

test("nothing of this made the server fault", () => {
  expect(server.output()).not.toContain('"level":50');
});

test("a member blocks another after a question; the page and the settings say so and end it", async () => {
  const [{ client }, { client: other, id: otherId }] = [person(2), person(3)];
  const page = async (path: string) => (await client.get(path)).text();
  const trackId = await addTrack({ userId: otherId, isUnread: true });
  const playlistId = await addPlaylist({ userId: otherId, trackIds: [trackId] });
  expect(await page(`/track/${trackId}`)).not.toContain("ブロック中の会員です");
  expect(await page(`/${otherId}`)).toContain(`href="/${otherId}?block"`);
  expect(await page(`/${otherId}?block`)).toContain(`${names[3]}さんをブロックしますか？`);
  expect(await (await visitor.get(`/${otherId}?block`)).text()).not.toContain("ブロックしますか");

  const blocked = await client.form(`/${otherId}?block`, { intent: "block" });
  expect([blocked.status, blocked.headers.get("Location")]).toEqual([303, `/${otherId}`]);
  expect(await page(`/${otherId}`)).toContain("ブロック中の会員です");
  expect(await page("/settings")).toContain(`${names[3]}のブロックを解除する`);
  for (const path of [`/track/${trackId}`, `/playlists/${playlistId}`])
    expect(await page(path), path).toContain("ブロック中の会員です");
  // Every list that leaves them out.
  const search = `/search?search=${encodeURIComponent(`${names[3]}`)}`;
  const lists = [
    "/",
    "/today",
    search,
    "/search",
    "/search?category=歴史",
    "/playlists",
    `/${person(0).id}/followers`,
  ];
  for (const path of lists) expect(await page(path), path).not.toContain(`href="/${otherId}"`);
  expect(await (await other.get(search)).text()).toContain(`href="/${otherId}"`);
  const refused = await other.form(`/${person(2).id}`, { intent: "follow" });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("この会員をフォローできません");

  const ended = await client.form("/settings", { intent: "unblock", member: otherId });
  expect([ended.status, ended.headers.get("Location")]).toEqual([303, "/settings"]);
  expect(await page("/settings")).not.toContain(names[3]);
  expect(await page(`/${otherId}`)).not.toContain("ブロック中の会員です");
  expect((await client.form(`/${person(2).id}`, { intent: "block" })).status).toBe(409);
});
