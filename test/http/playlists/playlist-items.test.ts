import { beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { Client } from "../../client.ts";
import { addMember, openTestDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

let server: ReturnType<typeof sharedServer>;
let first: number;
let second: number;
let hidden: number;
let theirs: number;
beforeAll(async () => {
  await openTestDatabase();
  const { id: userId } = await addMember();
  first = await addTrack({ userId, title: "夜の一" });
  second = await addTrack({ userId, title: "夜の二" });
  hidden = await addTrack({ userId, isVisible: false });
  theirs = await addPlaylist({ userId, trackIds: [first] });
  await closeDatabase();
  server = sharedServer();
});

let members = 0;
const member = () => Client.signedIn(server.origin, `items${members++}@example.com`);
const json = async (answer: Promise<Response>) => (await answer).json();
const make = async (client: Client, name: string): Promise<number> =>
  (await json(client.send("POST", `/api/tracks/${first}/playlists`, { name }))).id;
const playlistsOf = async (client: Client, trackId: number) =>
  (await json(client.get(`/api/tracks/${trackId}/playlists`))).playlists;

test("a visitor's calls are refused", async () => {
  const client = new Client(server.origin);
  for (const [method, path] of [
    ["GET", `/api/tracks/${first}/playlists`],
    ["POST", `/api/tracks/${first}/playlists`],
    ["POST", `/api/playlists/${theirs}/items`],
    ["DELETE", `/api/playlists/${theirs}/items/1`],
    ["DELETE", `/api/playlists/${theirs}/items?trackId=1`],
  ] as const) {
    const answer = await client.send(method, path);
    expect([path, answer.status, await answer.json()]).toMatchObject([
      path,
      401,
      { code: "not_authenticated" },
    ]);
  }
});

test("a member makes a playlist with a track, adds, asks and takes out", async () => {
  const client = await member();
  expect(await json(client.get(`/api/tracks/${first}/playlists`))).toEqual({
    isBookmarked: false,
    playlists: [],
    limit: 10,
  });
  const made = await json(client.send("POST", `/api/tracks/${first}/playlists`, { name: " 夜のリスト " }));
  const { id } = made;
  const inside = { id, name: "夜のリスト", isPublic: true, itemCount: 1, hasTrack: true };
  expect(made).toEqual(inside);
  expect(await playlistsOf(client, first)).toEqual([inside]);
  expect(await playlistsOf(client, second)).toEqual([{ ...inside, hasTrack: false }]);

  const add = () => json(client.send("POST", `/api/playlists/${id}/items`, { trackId: second }));
  const item = await add();
  expect(item).toMatchObject({ order: 2, isNew: true });
  expect(await add()).toEqual({ ...item, isNew: false });
  for (let time = 0; time < 2; time++) {
    expect(await json(client.send("DELETE", `/api/playlists/${id}/items/${item.id}`))).toEqual({
      isBookmarked: false,
      removed: time === 0 ? { trackId: second, order: 2 } : null,
    });
  }
  const another = await make(client, "朝のリスト");
  const takeOut = (playlistId: number) =>
    json(client.send("DELETE", `/api/playlists/${playlistId}/items?trackId=${first}`));
  expect(await takeOut(id)).toMatchObject({ isBookmarked: true });
  expect(await takeOut(another)).toMatchObject({ isBookmarked: false });
  expect(await playlistsOf(client, first)).toMatchObject([
    { id: another, itemCount: 0, hasTrack: false },
    { id, itemCount: 0, hasTrack: false },
  ]);
});

test("what is somebody else's, hidden or nothing at all is refused, and so is bad input", async () => {
  const client = await member();
  const own = await make(client, "夜");
  const status = async (method: "POST" | "DELETE" | "GET", path: string, body?: unknown) =>
    (await client.send(method, path, body)).status;
  expect(await status("POST", `/api/playlists/${theirs}/items`, { trackId: second })).toBe(403);
  expect(await status("DELETE", `/api/playlists/${theirs}/items/1`)).toBe(403);
  expect(await status("POST", `/api/playlists/${own}/items`, { trackId: hidden })).toBe(404);
  expect(await status("GET", `/api/tracks/${hidden}/playlists`)).toBe(404);
  // The playlist is not made either.
  expect(await status("POST", `/api/tracks/${hidden}/playlists`, { name: "夜" })).toBe(404);
  expect(await playlistsOf(client, first)).toHaveLength(1);
  for (const id of ["999999", "abc", "0", "99999999999"]) {
    expect(await status("POST", `/api/playlists/${id}/items`, { trackId: second }), id).toBe(404);
    expect(await status("DELETE", `/api/playlists/${id}/items/1`), id).toBe(404);
    expect(await status("GET", `/api/tracks/${id}/playlists`), id).toBe(404);
  }
  for (const trackId of [undefined, "1", 0, 1.5, 2 ** 31, null])
    expect(await status("POST", `/api/playlists/${own}/items`, { trackId }), `${trackId}`).toBe(400);
  expect(await status("DELETE", `/api/playlists/${own}/items?trackId=x`)).toBe(400);
  for (const [name, message] of [
    [undefined, "プレイリスト名は必須です"],
    [" ", "プレイリスト名は必須です"],
    ["あ".repeat(51), "プレイリスト名は50文字以内で入力してください"],
  ]) {
    const answer = await client.send("POST", `/api/tracks/${first}/playlists`, { name });
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { name: [message] } }]);
  }
  const wrong = await client.get(`/api/playlists/${own}/items/1`);
  expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "DELETE"]);
});

test("at the limit no playlist is made, in the specified words", async () => {
  const client = await member();
  for (let count = 1; count <= 10; count++) await make(client, `リスト${count}`);
  const refused = await client.send("POST", `/api/tracks/${first}/playlists`, { name: "もう一つ" });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    {
      error: "プレイリスト上限に達しています",
      code: "limit_reached",
      detail:
        "11個目からは、プレミアム会員の方が作成できます。新しく作成するには、既存のプレイリストを削除してください。",
    },
  ]);
});

test("the page's forms work without JavaScript and lead back to this site only", async () => {
  const client = await member();
  const page = `/track/${first}/playlists`;
  const submit = (fields: Record<string, string>) =>
    client.form(page, { redirect: "/search?q=1", ...fields });
  const back = `${page}?${new URLSearchParams({ redirect: "/search?q=1" })}`;
  const made = await submit({ intent: "create", name: "夜" });
  expect([made.status, made.headers.get("Location")]).toEqual([303, back]);
  const [{ id, hasTrack }] = await playlistsOf(client, first);
  expect(hasTrack).toBe(true);
  expect((await submit({ intent: "remove", playlistId: `${id}` })).status).toBe(303);
  expect(await playlistsOf(client, first)).toMatchObject([{ hasTrack: false }]);
  const added = await submit({ intent: "add", playlistId: `${id}`, redirect: "//evil.example" });
  expect([added.status, added.headers.get("Location")]).toEqual([
    303,
    `${page}?${new URLSearchParams({ redirect: "/" })}`,
  ]);
  expect(await playlistsOf(client, first)).toMatchObject([{ hasTrack: true }]);
  const refused = await submit({ intent: "create", name: "あ".repeat(51) });
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain("プレイリスト名は50文字以内で入力してください");
  expect(text).toContain("あ".repeat(51));
  expect((await submit({ intent: "explode", playlistId: `${id}` })).status).toBe(400);
  expect((await submit({ intent: "add", playlistId: "x" })).status).toBe(400);

  const prompt = await new Client(server.origin).get(back);
  expect(prompt.status).toBe(200);
  expect(await prompt.text()).toContain("ログインが必要です");
});
