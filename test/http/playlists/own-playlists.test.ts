import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { Client } from "../../client.ts";
import { addMember, openTestDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

let server: ReturnType<typeof sharedServer>;
beforeAll(async () => {
  await openTestDatabase();
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId });
  for (let count = 0; count < 25; count++)
    await addPlaylist({ userId, trackIds: [trackId], name: `公開の${count}` });
  await closeDatabase();
  server = sharedServer();
});

let members = 0;
const member = () => Client.signedIn(server.origin, `own-playlists${members++}@example.com`);
const json = async (answer: Promise<Response>) => (await answer).json();
const text = async (answer: Promise<Response>) => (await answer).text();

/** Makes the account of this address premium, beside the running server. */
async function grantPremium(email: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = environment();
  await openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR, migrate: false });
  await write((tx) => tx.update(users).set({ isPremium: true }).where(eq(users.email, email)));
  await closeDatabase();
}

async function create(client: Client): Promise<{ id: number }> {
  const answer = await client.send("POST", "/api/playlists", { name: "夜" });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The keys that a page says once after this answer. */
const flashOf = (answer: Response) =>
  /mugen_flash=([^;]+)/.exec(answer.headers.getSetCookie().join(" "))?.[1];

test("a playlist by the calls: made, listed, changed, deleted", async () => {
  const [client, visitor] = [await member(), new Client(server.origin)];
  const made = await json(
    client.send("POST", "/api/playlists", {
      name: " 夜の　散歩 ",
      category: "歴史, 社会・政治,政治・社会",
      description: "静かな夜に",
      isPublic: true,
      userId: "somebody",
    }),
  );
  expect(made).toMatchObject({
    name: "夜の 散歩",
    category: "歴史,政治・社会",
    description: "静かな夜に",
    isPublic: true,
    publicSlug: "夜の-散歩",
    itemCount: 0,
    followerCount: 0,
    impressionCount: 0,
  });
  const path = `/api/playlists/${made.id}`;
  expect(await json(client.get("/api/playlists/user"))).toEqual([made]);
  expect((await json(visitor.get("/api/playlists?limit=1")))[0]).toMatchObject({
    ...made,
    user: { name: "夜野 かなで", picture: null, customUserId: null },
  });
  const changed = { ...made, name: "朝", category: "その他" };
  expect(
    await json(client.send("PUT", path, { name: "朝", category: "", userId: "somebody", publicSlug: null })),
  ).toEqual(changed);
  expect(await json(client.send("PUT", path, { name: "朝", publicSlug: "My Morning!" }))).toEqual({
    ...changed,
    publicSlug: "my-morning",
  });
  expect(await json(client.send("DELETE", path))).toEqual({ success: true });
  expect((await client.send("DELETE", path)).status).toBe(404);
  expect(await json(client.get("/api/playlists/user"))).toEqual([]);
});

test("everybody's come by pages, newest first", async () => {
  const ids: number[] = [];
  let path: string | undefined = "/api/playlists?limit=10";
  while (path) {
    const page: Response = await new Client(server.origin).get(path);
    const list: { id: number; createdAt: string }[] = await page.json();
    ids.push(...list.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get("Link") ?? "")?.[1];
  }
  expect(ids.length).toBeGreaterThanOrEqual(25);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const bad = await new Client(server.origin).get("/api/playlists?limit=0&cursor=x");
  expect([bad.status, await bad.json()]).toMatchObject([400, { fields: { limit: [expect.any(String)] } }]);
});

test.each([
  ["no body", undefined, "name"],
  ["a list", [], "_"],
  ["no name", {}, "name"],
  ["a blank name", { name: " 　" }, "name"],
  ["a name of 51", { name: "あ".repeat(51) }, "name"],
  ["a number as name", { name: 1 }, "name"],
  ["NUL as name", { name: "\0" }, "name"],
  ["eleven categories", { name: "夜", category: "a,b,c,d,e,f,g,h,i,j,k" }, "category"],
  ["a list of categories", { name: "夜", category: ["a"] }, "category"],
  ["a long description", { name: "夜", description: "あ".repeat(501) }, "description"],
  ["a name that may do harm", { name: "泥棒の佐伯かおる" }, "name"],
  ["a private one of a free member", { name: "夜", isPublic: false }, "isPublic"],
  ["a word as isPublic", { name: "夜", isPublic: "false" }, "isPublic"],
])("refused: %s", async (_, body, field) => {
  const client = await member();
  const answer = await client.send("POST", "/api/playlists", body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "invalid", fields: { [field]: [expect.any(String)] } });
  expect(await json(client.get("/api/playlists/user"))).toEqual([]);
});

test.each(["0", "-1", "1.5", "abc", "2147483648", "99999999999", "%00"])(
  "/%s names no playlist",
  async (id) => {
    const client = await member();
    for (const [method, body] of [["PUT", { name: "夜" }], ["DELETE"]] as const)
      expect((await client.send(method, `/api/playlists/${id}`, body)).status).toBe(404);
    expect((await client.get(`/playlists/${id}/edit`)).status).toBe(404);
  },
);

test("the limit: the eleventh is refused with what to do, by the call and by the form", async () => {
  const client = await member();
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => client.send("POST", "/api/playlists", { name: "夜" })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(10).fill(200),
    ...Array(4).fill(403),
  ]);
  expect(await answers.find(({ status }) => status === 403)?.json()).toMatchObject({
    error: "プレイリスト上限に達しています",
    detail: expect.stringContaining("既存のプレイリストを削除してください。"),
    code: "limit_reached",
  });
  const page = await client.form("/create-playlist", { name: "もう一つ", isPublic: "true" });
  expect(page.status).toBe(403);
  const html = await page.text();
  expect(html).toContain("プレイリスト上限に達しています");
  expect(html).toContain('value="もう一つ"');
});

test("a visitor is asked to sign in, and sees what is public", async () => {
  const visitor = new Client(server.origin);
  const list = await text(visitor.get("/playlists"));
  expect(list).toContain("ログインが必要です");
  expect(list).toContain("新しい公開プレイリスト");
  expect(list).toContain("公開の24");
  expect(list).not.toContain('href="/create-playlist"');
  expect(await text(visitor.get("/create-playlist"))).toContain("ログインが必要です");
  const refused = await visitor.form("/create-playlist", { name: "消えない名前" });
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain('value="消えない名前"');
  const more = /href="(\/playlists\?cursor=[^"]+)"/.exec(list)?.[1] ?? "";
  expect(await text(visitor.get(more))).toContain("公開の0");
});

test("a later page whose last playlist is gone leads to the first one, in place of its entry in the history", async () => {
  const client = await member();
  await create(client);
  for (const [tab = "", first] of [
    ["/playlists?", "/playlists"],
    ["/playlists?tab=following&", "/playlists?tab=following"],
    ["/profile?tab=playlists&", "/profile?tab=playlists"],
  ]) {
    const gone = `${tab}cursor=1.1`;
    const page = await client.get(gone);
    expect([page.status, page.headers.get("Location")]).toEqual([302, first]);
    // As after a deletion on that page.
    const data = await client.get(gone.replace("?", ".data?"));
    expect(data.status).toBe(202);
    expect(await data.text()).toMatch(/"replace",true/);
  }
});

test("without JavaScript: what is refused stays as it was typed", async () => {
  const client = await member();
  const typed = {
    category: "歴史、科学",
    description: "一行目\r\n二行目",
    isPublic: "true",
  };
  for (const [fields, message] of [
    [{ name: " " }, "プレイリスト名は必須です"],
    [{ name: "あ".repeat(51) }, "プレイリスト名は50文字以内で入力してください"],
    [
      { name: "夜", category: "一、二、三、四、五、六、七、八、九、十、百" },
      "カテゴリーは10個以内で入力してください",
    ],
    [{ name: "泥棒の佐伯かおる" }, "名前を伏せるか"],
    [{ name: "夜", isPublic: "false" }, "非公開のプレイリストはプレミアム会員のみ作成できます"],
  ] as const) {
    const values = { ...typed, ...fields };
    const refused = await client.form("/create-playlist", values);
    const html = await refused.text();
    expect([message, refused.status]).toEqual([message, 400]);
    expect(html).toContain(message);
    expect(html).toContain("エラー：プレイリストを作成");
    expect(html).toContain(`value="${values.name}"`);
    expect(html).toContain(`value="${values.category}"`);
    expect(html).toMatch(/一行目\r?\n二行目<\/textarea>/);
  }
  expect(await json(client.get("/api/playlists/user"))).toEqual([]);
});

test("without JavaScript: made, changed and deleted by forms", async () => {
  const client = await member();
  const made = await client.form("/create-playlist", {
    name: "夜の棚",
    category: "歴史、科学\n音楽",
    description: "一行目\r\n二行目",
    isPublic: "true",
  });
  expect([made.status, made.headers.get("Location"), flashOf(made)]).toEqual([
    303,
    "/playlists",
    "playlist-created",
  ]);
  const list = await text(client.get("/playlists"));
  expect(list).toContain("プレイリストを作成しました");
  expect(list).toMatch(/夜の棚.*歴史.*科学.*\+.*1.*二行目.*公開.*0.*件/s);
  const [shelf] = await json(client.get("/api/playlists/user"));
  expect(shelf).toMatchObject({ category: "歴史,科学,音楽", description: "一行目\n二行目" });

  const edit = `/playlists/${shelf.id}/edit`;
  const page = await text(client.get(`${edit}?redirect=%2Fprofile%3Ftab%3Dplaylists`));
  expect(page).toContain('value="夜の棚"');
  expect(page).toContain('value="歴史、科学、音楽"');
  const wrong = {
    name: " ",
    category: "夜、朝",
    description: "説明のまま",
    isPublic: "true",
    publicSlug: "！",
  };
  const refused = await client.form(edit, { ...wrong, redirect: "/profile?tab=playlists" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("プレイリスト名は必須です");
  expect(html).toContain("URLの名前に使える文字を入力してください");
  expect(html).toContain("説明のまま");
  expect(html).toContain('value="夜、朝"');
  expect(html).toContain("エラー：プレイリストを編集");
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
  const saved = await client.form(edit, {
    ...wrong,
    name: "朝の棚",
    publicSlug: "asa",
    redirect: "/profile?tab=playlists",
  });
  expect([saved.status, saved.headers.get("Location"), flashOf(saved)]).toEqual([
    303,
    "/profile?tab=playlists",
    "playlist-saved",
  ]);
  expect(await json(client.get("/api/playlists/user"))).toMatchObject([
    { name: "朝の棚", category: "夜,朝", description: "説明のまま", publicSlug: "asa" },
  ]);

  const question = await text(client.get(`/playlists/${shelf.id}/delete`));
  expect(question.match(new RegExp(`href="/playlists/${shelf.id}"`, "g"))).toHaveLength(2);
  expect(question).toContain("このプレイリストを削除しますか？この操作は取り消せません。");
  const other = await member();
  expect((await other.form(`/playlists/${shelf.id}/delete`, {})).status).toBe(403);
  expect((await other.form(edit, { name: "奪" })).status).toBe(403);
  const visitor = new Client(server.origin);
  expect((await visitor.form(`/playlists/${shelf.id}/delete`, {})).status).toBe(401);
  const late = await visitor.form(edit, { ...wrong, name: "遅すぎた名前" });
  expect(late.status).toBe(401);
  const kept = await late.text();
  expect(kept).toContain('value="遅すぎた名前"');
  expect(kept).toContain("説明のまま");
  const gone = await client.form(`/playlists/${shelf.id}/delete`, { redirect: "//elsewhere.example" });
  expect([gone.status, gone.headers.get("Location"), flashOf(gone)]).toEqual([303, "/", "playlist-deleted"]);
  expect((await client.get(edit)).status).toBe(404);
  expect(await text(client.get("/playlists"))).toContain("プレイリストがありません");
  const { id } = await create(client);
  const mine = "/profile?tab=playlists";
  const again = `/playlists/${id}/delete?${new URLSearchParams({ redirect: mine })}`;
  expect(await text(client.get(again))).toContain(`name="redirect" value="${mine}"`);
  const left = await client.form(again, { redirect: mine });
  expect([left.status, left.headers.get("Location")]).toEqual([303, mine]);
  expect(await text(client.get(mine))).toContain("プレイリストを削除しました");
});

test("a category that was typed and not added counts; the form of a free member says public", async () => {
  const client = await member();
  const page = await text(client.get("/create-playlist"));
  expect(page).toMatch(/name="isPublic" value="true"/);
  expect(page.replaceAll("<!-- -->", "")).toContain("0 / 10");
  await client.form("/create-playlist", { name: "夜", category: "歴史", categoryDraft: "科学" });
  expect(await json(client.get("/api/playlists/user"))).toMatchObject([
    { category: "歴史,科学", isPublic: true },
  ]);
});

test("a private playlist: only premium members create it, only its owner sees it", async () => {
  const email = `own-playlists${members}@example.com`;
  const client = await member();
  await grantPremium(email);
  const made = await client.form("/create-playlist", { name: "秘密の棚", isPublic: "false" });
  expect(made.status).toBe(303);
  const [hidden] = await json(client.get("/api/playlists/user"));
  expect(hidden).toMatchObject({ isPublic: false, publicSlug: null });
  const other = await member();
  for (const path of [`/playlists/${hidden.id}/edit`, `/playlists/${hidden.id}/delete`]) {
    expect((await other.get(path)).status).toBe(404);
    expect((await other.form(path, { name: "奪" })).status).toBe(404);
  }
  for (const page of ["/playlists?tab=public", "/playlists?tab=following", "/api/playlists"])
    expect(await text(other.get(page))).not.toContain("秘密の棚");
  expect((await other.send("PUT", `/api/playlists/${hidden.id}`, { name: "奪" })).status).toBe(404);
  expect((await other.send("DELETE", `/api/playlists/${hidden.id}`)).status).toBe(404);
  expect(await text(client.get("/playlists"))).toMatch(/秘密の棚.*非公開/s);
});

test("a script's post of the form is not redirected and sets no message; of two values the last counts", async () => {
  const client = await member();
  const post = (...fields: [string, string][]) =>
    client.fetch("/create-playlist.data", { method: "POST", body: new URLSearchParams(fields) });
  const made = await post(["name", "夜"], ["isPublic", "false"], ["isPublic", "true"]);
  expect([made.status, made.headers.get("Location"), flashOf(made)]).toEqual([200, null, undefined]);
  expect(await json(client.get("/api/playlists/user"))).toMatchObject([{ name: "夜", isPublic: true }]);
  expect((await post(["name", "朝"], ["isPublic", "true"], ["isPublic", "false"])).status).toBe(400);
});

test("forms of other kinds are refused", async () => {
  const client = await member();
  const { id } = await create(client);
  for (const path of ["/create-playlist", `/playlists/${id}/edit`, `/playlists/${id}/delete`])
    expect((await client.send("POST", path, { name: "夜" })).status).toBe(415);
  expect(await json(client.get("/api/playlists/user"))).toHaveLength(1);
});
