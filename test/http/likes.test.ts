import { beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addTrack } from "../tracks.ts";

let server: ReturnType<typeof sharedServer>;
let tracks: { id: number; userId: string }[];
let hidden: number;
beforeAll(async () => {
  await openTestDatabase();
  const { id: userId } = await addMember({ customUserId: "Kanade" });
  const ids = [await addTrack({ userId, title: "夜の一" }), await addTrack({ userId, title: "夜の二" })];
  tracks = ids.map((id) => ({ id, userId }));
  hidden = await addTrack({ userId, isVisible: false });
  await closeDatabase();
  server = sharedServer();
});

const visitor = () => new Client(server.origin);
let members = 0;
const member = () => Client.signedIn(server.origin, `likes${members++}@example.com`);
const [first, second] = [() => tracks[0]?.id ?? 0, () => tracks[1]?.id ?? 0];
const json = async (answer: Promise<Response>) => (await answer).json();

test("a visitor's calls are rejected", async () => {
  for (const [method, path] of [
    ["GET", `/api/likes/check/${first()}`],
    ["POST", `/api/likes/${first()}`],
    ["DELETE", `/api/likes/${first()}`],
    ["GET", "/api/user/favorites"],
  ] as const) {
    const answer = await visitor().send(method, path);
    expect([path, answer.status, await answer.json()]).toMatchObject([
      path,
      401,
      { code: "not_authenticated" },
    ]);
  }
});

test("a member likes, checks, lists and unlikes", async () => {
  const client = await member();
  const check = () => json(client.get(`/api/likes/check/${first()}`));
  expect(await check()).toEqual({ isLiked: false });
  for (let time = 0; time < 2; time++)
    expect(await json(client.send("POST", `/api/likes/${first()}`))).toEqual({ isLiked: true, likeCount: 1 });
  expect(await check()).toEqual({ isLiked: true });
  expect(await json(client.get(`/api/tracks/${first()}`))).toMatchObject({ likeCount: 1 });
  await client.send("POST", `/api/likes/${second()}`);
  const page = await client.get("/api/user/favorites?limit=1");
  expect(await page.json()).toMatchObject([{ id: second(), title: "夜の二", likeCount: 1 }]);
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
  const last = await client.get(next);
  expect(last.headers.get("Link")).toBeNull();
  expect(await last.json()).toMatchObject([{ id: first() }]);
  for (const id of [first(), second()])
    expect(await json(client.send("DELETE", `/api/likes/${id}`))).toEqual({ isLiked: false, likeCount: 0 });
  expect(await json(client.get("/api/user/favorites"))).toEqual([]);
});

test("invalid ids and tracks that the caller may not see are 404; other methods are rejected", async () => {
  const client = await member();
  for (const id of [hidden, 999_999, "abc", "0", "1e3", "99999999999", "%00"]) {
    for (const method of ["POST", "DELETE"])
      expect((await client.send(method, `/api/likes/${id}`)).status, `${method} ${id}`).toBe(404);
    expect((await client.get(`/api/likes/check/${id}`)).status, `check ${id}`).toBe(404);
    expect((await client.form(`/track/${id}/like`, { intent: "like" })).status, `form ${id}`).toBe(404);
  }
  const wrong = await client.get(`/api/likes/${first()}`);
  expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "POST, DELETE"]);
  expect((await client.get("/api/user/favorites?limit=0")).status).toBe(400);
});

test("the like form redirects back, within this site only; a visitor's to the login prompt", async () => {
  const client = await member();
  const submit = (who: Client, fields: Record<string, string>) => who.form(`/track/${first()}/like`, fields);
  const liked = await submit(client, { intent: "like", redirect: "/?cursor=x" });
  expect([liked.status, liked.headers.get("Location")]).toEqual([303, "/?cursor=x"]);
  expect(await json(client.get(`/api/likes/check/${first()}`))).toEqual({ isLiked: true });
  const back = await submit(client, { intent: "unlike", redirect: "//evil.example" });
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/"]);
  expect(await json(client.get(`/api/likes/check/${first()}`))).toEqual({ isLiked: false });
  expect((await submit(client, { intent: "hate" })).status).toBe(400);

  const asked = await submit(visitor(), { intent: "like", redirect: "/search?search=夜" });
  expect(asked.status).toBe(303);
  expect(asked.headers.get("Set-Cookie")).toContain(`mugen_like=${first()};`);
  const likePage = asked.headers.get("Location") ?? "";
  const prompt = await visitor().get(likePage);
  expect(prompt.status).toBe(200);
  // The prompt leads back there, where only the form's cookie adds a like.
  expect(await prompt.text()).toContain(`/api/auth/google?${new URLSearchParams({ redirect: likePage })}`);
  const returned = await client.get(likePage);
  expect(returned.headers.get("Location")).toBe(
    new URL("/search?search=夜", server.origin).href.slice(server.origin.length),
  );
  expect(await json(client.get(`/api/likes/check/${first()}`))).toEqual({ isLiked: false });
});

test("a visitor's like by form counts once they have signed in; the button is a form that says how it stands", async () => {
  const client = visitor();
  const page = `/kanade/track/${first()}`;
  const button = async () => {
    const html = await (await client.get(page)).text();
    const [, attributes = ""] =
      /<form[^>]* action="\/track\/\d+\/like"[^>]*>[\s\S]*?<button([^>]*)>/.exec(html) ?? [];
    expect(attributes).toContain('name="intent"');
    return [/ value="(\w+)"/.exec(attributes)?.[1], /aria-pressed="(\w+)"/.exec(attributes)?.[1]];
  };
  expect(await button()).toEqual(["like", "false"]);
  const asked = await client.form(`/track/${first()}/like`, { intent: "like", redirect: page });
  await client.form("/sign-in", { name: "夜野 かなで", email: "likes-later@example.com" });
  const back = await client.get(asked.headers.get("Location") ?? "");
  expect(back.headers.get("Location")).toBe(page);
  expect(await button()).toEqual(["unlike", "true"]);
  expect(await json(client.get(`/api/tracks/${first()}`))).toMatchObject({ likeCount: 1 });
  for (const intent of ["unlike", "like"]) {
    await client.form(`/track/${first()}/like`, { intent, redirect: page });
    expect(await button()).toEqual(intent === "like" ? ["unlike", "true"] : ["like", "false"]);
  }
  expect(await (await client.get("/favorites")).text()).toContain("夜の一");
  await client.form(`/track/${first()}/like`, { intent: "unlike", redirect: "/favorites" });
  expect(await (await client.get("/favorites")).text()).toContain("お気に入りがありません");
});

test("without JavaScript the last like of a later page of favourites leads to the first one", async () => {
  const client = await member();
  for (const id of [first(), second()]) await client.send("POST", `/api/likes/${id}`);
  const link = (await client.get("/api/user/favorites?limit=1")).headers.get("Link") ?? "";
  const here = `/favorites?${/[?&](cursor=[^&>]+)/.exec(link)?.[1]}`;
  expect(await (await client.get(here)).text()).toContain("夜の一");
  await client.form(`/track/${first()}/like`, { intent: "unlike", redirect: here });
  const empty = await client.get(here);
  expect([empty.status, empty.headers.get("Location")]).toEqual([302, "/favorites"]);
});

test("a track is found below its author's page, by id and custom id; below another's it redirects", async () => {
  const [{ id, userId } = { id: 0, userId: "" }] = tracks;
  const own = `/Kanade/track/${id}`;
  for (const path of [`/track/${id}`, own, `/kanade/track/${id}`, `/users/${userId}/track/${id}`]) {
    const page = await visitor().get(path);
    expect(page.status, path).toBe(200);
    expect(await page.text()).toContain(`<link rel="canonical" href="${server.origin}${own}"/>`);
  }
  for (const path of [`/mugen/track/${id}`, `/users/nobody/track/${id}`]) {
    const moved = await visitor().get(`${path}?x=1`);
    expect([path, moved.status, moved.headers.get("Location")]).toEqual([path, 302, `${own}?x=1`]);
  }
  for (const path of [`/Kanade/track/${hidden}`, "/Kanade/track/abc", "/track/999999"])
    expect((await visitor().get(path)).status, path).toBe(404);
  const call = await visitor().get(`/api/track/${id}`);
  expect([call.status, await call.json()]).toMatchObject([404, { code: "not_found" }]);
});
