import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addSoundingTracks } from "../../sounding-tracks.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
let member: Client;
let other: Client;
let trackId: number;

beforeAll(async () => {
  server = sharedServer();
  member = await Client.signedIn(server.origin, "profile-own@example.com");
  other = await Client.signedIn(server.origin, "profile-other@example.com", "朝野 ひびき");
  trackId = await publishedBy(member);
});

/** Puts a published track of the member, with its file, beside the server. Returns its id. */
async function publishedBy(client: Client): Promise<number> {
  const viewer = await (await client.get("/api/auth/user")).json();
  const userId = z.object({ id: z.string() }).parse(viewer).id;
  const [id] = await addSoundingTracks({ userId, titles: ["夜のラジオ"], seconds: 1 });
  return id ?? 0;
}

const visitor = () => new Client(server.origin);

test.each([
  ["PUT", "/api/auth/profile"],
  ["PATCH", "/api/auth/profile"],
  ["GET", "/api/auth/check-user-id/abc"],
  ["POST", "/api/upload/profile-image"],
  ["GET", "/api/my-tracks"],
  ["PATCH", "/api/tracks/1/visibility"],
  ["DELETE", "/api/tracks/1"],
])("%s %s needs a member, and other methods are refused", async (method, path) => {
  const response = await visitor().send(method, path, method === "GET" ? undefined : {});
  expect([response.status, await response.json()]).toEqual([
    401,
    { error: "ログインが必要です", code: "not_authenticated" },
  ]);
  const wrong = await member.send("OPTIONS", path);
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get("Allow")).toContain(method);
});

test("a saved profile is what /api/auth/user, the page and the track show", async () => {
  const saved = await member.send("PUT", "/api/auth/profile", {
    name: " 星野 みちる ",
    customUserId: "Michiru_1",
    picture: "🌙",
    xHandle: "@michiru",
  });
  expect(saved.status).toBe(200);
  const shown = { name: "星野 みちる", customUserId: "Michiru_1", picture: "🌙", xHandle: "michiru" };
  expect(await saved.json()).toMatchObject(shown);
  expect(await (await member.get("/api/auth/user")).json()).toMatchObject(shown);
  expect(await (await member.get(`/api/tracks/${trackId}`)).json()).toMatchObject({
    posterName: "星野 みちる",
    posterCustomUserId: "Michiru_1",
    posterPicture: "🌙",
  });
  const page = await (await member.get("/profile")).text();
  for (const text of ["星野 みちる", "@<!-- -->Michiru_1", "https://x.com/michiru", `/Michiru_1/followers`]) {
    expect(page).toContain(text);
  }
  expect(await (await visitor().get(`/search?search=${encodeURIComponent("星野")}`)).text()).toContain(
    "星野 みちる",
  );
  const patched = await member.send("PATCH", "/api/auth/profile", { xHandle: null });
  expect(await patched.json()).toMatchObject({ ...shown, xHandle: null });
});

test.each<[method: string, body: unknown, field: string]>([
  ["PUT", {}, "name"],
  ["PUT", { name: ["x"] }, "name"],
  ["PATCH", { name: "" }, "name"],
  ["PATCH", { customUserId: "a!" }, "customUserId"],
  ["PATCH", { customUserId: { $ne: "" } }, "customUserId"],
  ["PATCH", { customUserId: "admin" }, "customUserId"],
  ["PATCH", { customUserId: "MICHIRU_1" }, "customUserId"],
  ["PATCH", { picture: "https://evil.example/a.png" }, "picture"],
  ["PATCH", { picture: 7 }, "picture"],
  ["PATCH", { xHandle: "あ" }, "xHandle"],
])("%s %j is refused by field", async (method, body, field) => {
  const response = await other.send(method, "/api/auth/profile", body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid", fields: { [field]: [expect.any(String)] } });
});

test("what is not a profile's to change does not change", async () => {
  const before = await (await other.get("/api/auth/user")).json();
  await other.send("PATCH", "/api/auth/profile", {
    email: "x@example.com",
    isPremium: true,
    id: "x",
    state: "approved",
  });
  expect(await (await other.get("/api/auth/user")).json()).toEqual(before);
});

test("whether an ID can be had", async () => {
  const check = async (id: string) => (await other.get(`/api/auth/check-user-id/${id}`)).json();
  expect(await check("michiru_1")).toEqual({
    available: false,
    reason: "このユーザーIDは既に使われています",
  });
  expect(await check("michiru_2")).toEqual({ available: true, reason: "利用可能です" });
  expect(await check("%E5%A4%9C%E5%A4%9C%E5%A4%9C")).toMatchObject({ available: false });
  expect(await (await member.get("/api/auth/check-user-id/MICHIRU_1")).json()).toMatchObject({
    available: true,
  });
});

test("a form with mistakes comes back with what was typed and the message beside its field", async () => {
  const refused = await other.form("/profile/edit", {
    intent: "save",
    name: "のこる名前",
    customUserId: "x",
    picture: "",
    xHandle: "a b",
  });
  expect(refused.status).toBe(400);
  // So that the browser's way back leads to it.
  expect(refused.headers.get("Cache-Control")).toBe("private, no-cache");
  const page = await refused.text();
  for (const text of ['value="のこる名前"', "ユーザーIDは3文字以上で入力してください", 'value="a b"']) {
    expect(page).toContain(text);
  }
  const saved = await other.form("/profile/edit", {
    intent: "save",
    name: "あさ",
    customUserId: "",
    picture: "☕",
    xHandle: "",
  });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/profile"]);
  expect(await (await other.get("/api/auth/user")).json()).toMatchObject({ name: "あさ", picture: "☕" });
});

test("a profile that was sent after the session had ended is still there, with a way to sign in", async () => {
  const typed = { intent: "save", name: "書きかけの名前", customUserId: "", picture: "", xHandle: "hibiki" };
  const refused = await visitor().form("/profile/edit", typed);
  expect(refused.status).toBe(401);
  const page = await refused.text();
  expect(page).toContain('value="書きかけの名前"');
  expect(page).toContain('value="hibiki"');
  // In another tab, so that the page stays.
  expect(page).toMatch(
    /<a(?=[^>]* href="\/api\/auth\/google\?redirect=%2Fprofile%2Fedit")[^>]* target="_blank"[^>]*>[^<]*ログインする/,
  );
});

test("a new member's page leads to the choice of an ID; the name's limit is told beside it", async () => {
  const client = await Client.signedIn(server.origin, "profile-new@example.com", "朝野 ひびき");
  expect(await (await client.get("/profile")).text()).toMatch(
    /<a[^>]* href="\/profile\/edit"[^>]*>(?:<[^>]+>)*ユーザーIDを決める/,
  );
  const chosen = { intent: "save", customUserId: "hibiki_asano", picture: "", emoji: "🐸", xHandle: "" };
  const refused = await client.form("/profile/edit", { ...chosen, name: "長い名前".repeat(13) });
  const page = await refused.text();
  for (const text of ["名前は50文字以内で入力してください", 'value="hibiki_asano"', 'value="🐸"'])
    expect(page).toContain(text);
  await client.form("/profile/edit", { ...chosen, name: "ひびき" });
  const saved = await (await client.get("/profile")).text();
  for (const text of ["プロフィールを更新しました", "変更が保存されました", "ひびき", "hibiki_asano", "🐸"])
    expect(saved).toContain(text);
});

test("own tracks are hidden, shown and deleted by forms that lead back and say what was done", async () => {
  const client = await Client.signedIn(server.origin, "forms@example.com");
  const id = await publishedBy(client);
  const tab = "/profile?tab=my-tracks";
  const shown = async () => (await client.get(tab)).text();
  for (const [isVisible, button, said] of [
    ["false", "を非公開にする", "音声を非公開にしました"],
    ["true", "を公開にする", "音声を公開しました"],
  ] as const) {
    const page = await shown();
    expect(page).toContain(button);
    expect(page).toContain(`name="isVisible" value="${isVisible}"`);
    const done = await client.form("/profile", { trackId: String(id), isVisible });
    expect([done.status, done.headers.get("Location")]).toEqual([303, tab]);
    expect(await shown()).toContain(said);
  }
  const question = `/profile/delete-track/${id}`;
  expect(await shown()).toContain(`href="${question}`);
  expect(await (await client.get(question)).text()).toContain(
    "この音声を削除しますか？この操作は取り消せません。",
  );
  const deleted = await client.form(question, { redirect: tab });
  expect(deleted.headers.get("Location")).toBe(tab);
  const page = await shown();
  expect(page).toContain("音声を削除しました");
  expect(page).toContain("投稿した音声がありません");
});

test("what was done is said once, by the page that is shown, and only in words of ours", async () => {
  const client = await Client.signedIn(server.origin, "flash@example.com");
  const done = await client.form("/profile/edit", { intent: "save", name: "あさ", picture: "" });
  expect(done.headers.getSetCookie().join()).toMatch(
    /mugen_flash=profile-saved; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax/,
  );
  // A redirect on the way does not use it up.
  expect((await client.get("/sign-in")).status).toBe(302);
  expect(await (await client.get("/profile")).text()).toContain("プロフィールを更新しました");
  expect(await (await client.get("/profile")).text()).not.toContain("プロフィールを更新しました");
  const forged = await client.fetch("/?mugen_flash=profile-saved", {});
  expect(await forged.text()).not.toContain("プロフィールを更新しました");
  const named = await visitor().get("/", { Cookie: "mugen_flash=toString" });
  expect(named.status).toBe(200);
});

test("a track deleted from a later page leads back there, or to the first where nothing is left", async () => {
  const client = await Client.signedIn(server.origin, "pages@example.com");
  const [older, newer] = [await publishedBy(client), await publishedBy(client)];
  const link = (await client.get("/api/my-tracks?limit=1")).headers.get("Link") ?? "";
  const cursor = /[?&](cursor=[^&>]+)/.exec(link)?.[1];
  const here = `/profile?tab=my-tracks&${cursor}`;
  const question = `/profile/delete-track/${older}?${new URLSearchParams({ redirect: here })}`;
  const page = await (await client.get(here)).text();
  expect(page).toContain(`href="${question.replaceAll("&", "&amp;")}"`);
  expect(await (await client.get(question)).text()).toContain(`value="${here.replaceAll("&", "&amp;")}"`);
  const deleted = await client.form(question, { redirect: here });
  expect([deleted.status, deleted.headers.get("Location")]).toEqual([303, here]);
  const empty = await client.get(here);
  expect([empty.status, empty.headers.get("Location")]).toEqual([302, "/profile?tab=my-tracks"]);
  expect(await (await client.get("/profile?tab=my-tracks")).text()).toContain("音声を削除しました");
  const elsewhere = await client.form(`/profile/delete-track/${newer}`, {
    redirect: "https://evil.example/",
  });
  expect(elsewhere.headers.get("Location")).toBe("/");
});

test("own screens show visitors the login prompt", async () => {
  for (const path of [
    "/profile",
    "/profile?tab=my-tracks",
    "/profile/edit",
    `/profile/delete-track/${trackId}`,
  ]) {
    const response = await visitor().get(path);
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).toContain("ログインが必要です");
  }
});

test("each tab, and an unknown one, has its page", async () => {
  for (const [tab, text] of [
    ["favorites", "お気に入りがありません"],
    ["playlists", "プレイリストがありません"],
    ["my-tracks", "投稿した音声がありません"],
    ["'x", "お気に入りがありません"],
  ]) {
    expect(await (await other.get(`/profile?tab=${tab}`)).text(), tab).toContain(text);
  }
});

test("somebody else's track: a public one is forbidden, a hidden one is not there", async () => {
  const hide = { isVisible: false };
  const tries = async () => [
    (await other.send("PATCH", `/api/tracks/${trackId}/visibility`, hide)).status,
    (await other.send("DELETE", `/api/tracks/${trackId}`)).status,
    (await other.form("/profile", { intent: "set-visibility", trackId: String(trackId), isVisible: "false" }))
      .status,
    (await other.form(`/profile/delete-track/${trackId}`, {})).status,
    (await other.get(`/profile/delete-track/${trackId}`)).status,
  ];
  expect(await tries()).toEqual([403, 403, 403, 403, 403]);
  expect((await member.send("PATCH", `/api/tracks/${trackId}/visibility`, hide)).status).toBe(200);
  expect(await tries()).toEqual([404, 404, 404, 404, 404]);
});

/** Of all pages: other files of the server add newer tracks. */
async function listedIds(client: Client): Promise<number[]> {
  const ids: number[] = [];
  let path: string | undefined = "/api/tracks?limit=100";
  while (path) {
    const page: Response = await client.get(path);
    const tracks: { id: number }[] = await page.json();
    ids.push(...tracks.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get("Link") ?? "")?.[1];
  }
  return ids;
}

test("a hidden track is out of reach for others at once, and back as soon as it is shown", async () => {
  const show = (isVisible: boolean) =>
    member.send("PATCH", `/api/tracks/${trackId}/visibility`, { isVisible });
  expect(await (await show(true)).json()).toEqual({ id: trackId, isVisible: true });
  const heard = await visitor().get(`/api/stream/${trackId}`);
  expect(heard.headers.get("Cache-Control")).toBe("public, no-cache");
  const etag = heard.headers.get("ETag") ?? "";
  await heard.arrayBuffer();
  const known = { "If-None-Match": etag };
  expect((await visitor().get(`/api/stream/${trackId}`, known)).status).toBe(304);
  expect(await listedIds(visitor())).toContain(trackId);
  await show(false);
  const paths = [
    `/api/stream/${trackId}`,
    `/api/tracks/${trackId}`,
    `/api/tracks/${trackId}/transcript.vtt`,
    `/track/${trackId}`,
  ];
  for (const path of paths) {
    expect((await visitor().get(path, known)).status, path).toBe(404);
    expect((await other.get(path, known)).status, path).toBe(404);
    expect((await member.get(path)).status, path).toBe(200);
  }
  expect(await listedIds(visitor())).not.toContain(trackId);
  expect(await (await member.get("/api/my-tracks")).json()).toMatchObject([
    { id: trackId, isVisible: false },
  ]);
  expect(await (await other.get("/api/my-tracks")).json()).toEqual([]);
  await show(true);
  for (const path of paths) expect((await visitor().get(path)).status, path).toBe(200);
});

test.each([[{}], [{ isVisible: "false" }], [{ isVisible: null }], [[true]]])(
  "visibility %j is refused",
  async (body) => {
    const response = await member.send("PATCH", `/api/tracks/${trackId}/visibility`, body);
    expect(response.status).toBe(400);
  },
);

test("a deleted track is gone everywhere", async () => {
  expect((await member.send("DELETE", `/api/tracks/${trackId}`)).status).toBe(200);
  for (const path of [`/api/stream/${trackId}`, `/api/tracks/${trackId}`, `/track/${trackId}`]) {
    expect((await member.get(path)).status, path).toBe(404);
  }
  expect((await member.send("DELETE", `/api/tracks/${trackId}`)).status).toBe(404);
  expect(await (await member.get("/api/my-tracks")).json()).toEqual([]);
  expect(server.output()).not.toContain('"level":50');
});
