import { beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { Client } from "../../client.ts";
import { addMember, openTestDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

/** Forms about a playlist's tracks, as a browser without JavaScript sends them. */

let server: ReturnType<typeof sharedServer>;
const trackIds: number[] = [];
beforeAll(async () => {
  await openTestDatabase();
  const { id: userId } = await addMember();
  for (const title of ["第一夜", "第二夜", "第三夜"]) trackIds.push(await addTrack({ userId, title }));
  await closeDatabase();
  server = sharedServer();
});

let members = 0;
const member = () => Client.signedIn(server.origin, `forms${members++}@example.com`);
const text = async (answer: Promise<Response>) => (await answer).text();

/** The id of a new playlist with all tracks, made by forms alone. */
async function fill(client: Client): Promise<number> {
  await client.form("/create-playlist", { name: "夜の棚", isPublic: "true" });
  const [{ id }] = await (await client.get("/api/playlists/user")).json();
  for (const trackId of trackIds)
    await client.form(`/track/${trackId}/playlists`, { intent: "add", playlistId: `${id}` });
  return id;
}

async function itemsOf(client: Client, id: number): Promise<{ id: number; title: string }[]> {
  const { items } = await (await client.get(`/api/playlists/${id}`)).json();
  expect(items.map(({ order }: { order: number }) => order)).toEqual(
    items.map((_: unknown, n: number) => n + 1),
  );
  return items.map((item: { id: number; track: { title: string } }) => ({
    id: item.id,
    title: item.track.title,
  }));
}
const titlesOf = async (client: Client, id: number) => (await itemsOf(client, id)).map(({ title }) => title);

/** The page of the row with this button, and what the button sends. */
function buttonOf(html: string, label: string): { action: string; order: string } {
  const button = html.match(/<button[^>]*>/g)?.find((tag) => tag.includes(`aria-label="${label}"`)) ?? "";
  const [, action = ""] = /formAction="([^"]*)"/i.exec(button) ?? [];
  const [, order = ""] = /value="([^"]*)"/.exec(button) ?? [];
  expect(button, label).toContain('form="move-item"');
  return { action, order };
}

test("the buttons beside a track move it up and down, and lead back to its row", async () => {
  const client = await member();
  const id = await fill(client);
  const page = `/playlists/${id}`;
  for (const [label, after] of [
    ["「第三夜」を上へ", ["第一夜", "第三夜", "第二夜"]],
    ["「第一夜」を下へ", ["第三夜", "第一夜", "第二夜"]],
    // At the end already: it stays.
    ["「第二夜」を下へ", ["第三夜", "第一夜", "第二夜"]],
  ] as const) {
    const { action, order } = buttonOf(await text(client.get(page)), label);
    const moved = await client.form(action, { order });
    const itemId = action.split("/").at(-1);
    expect([moved.status, moved.headers.get("Location")]).toEqual([303, `${page}#item-${itemId}`]);
    const back = await text(client.get(page));
    expect(back).toContain("順序を更新しました");
    expect(back).toContain(`id="item-${itemId}"`);
    expect(await titlesOf(client, id)).toEqual(after);
  }
});

test("a place is named on a page of its own; what is no place is refused and stays in the field", async () => {
  const client = await member();
  const id = await fill(client);
  const [first, , third] = await itemsOf(client, id);
  const page = `/playlists/${id}/items/${third?.id}`;
  const question = await text(client.get(page));
  expect(question).toContain("第三夜");
  expect(question).toContain("何番目に移動しますか（1〜3）");
  for (const order of ["0", "5", "-1", "二", "1.5", ""]) {
    const refused = await client.form(page, { order });
    expect([order, refused.status]).toEqual([order, 400]);
    const html = await refused.text();
    expect(html).toMatch(/aria-invalid="true"/);
    expect(html).toContain(`value="${order}"`);
    expect(html).toContain("1〜3の番号を入力してください");
    expect(html).toContain("<title>エラー：");
  }
  // Typed as on a Japanese keyboard.
  const moved = await client.form(page, { order: "１" });
  expect([moved.status, moved.headers.get("Location")]).toEqual([303, `/playlists/${id}#item-${third?.id}`]);
  expect(await titlesOf(client, id)).toEqual(["第三夜", "第一夜", "第二夜"]);

  const [other, visitor] = [await member(), new Client(server.origin)];
  expect((await other.form(page, { order: "2" })).status).toBe(403);
  expect((await other.form(page, { intent: "remove" })).status).toBe(403);
  expect((await visitor.form(page, { order: "2" })).status).toBe(401);
  expect(await text(visitor.get(page))).toContain("ログインが必要です");
  expect((await client.form(`/playlists/${id}/items/999999`, { order: "1" })).status).toBe(404);
  expect((await client.form(page, { intent: "explode" })).status).toBe(400);
  expect(await titlesOf(client, id)).toEqual(["第三夜", "第一夜", "第二夜"]);
  expect(first?.title).toBe("第一夜");
});

test("a track is taken out beside its row, and on its own page", async () => {
  const client = await member();
  const id = await fill(client);
  const [first, second] = await itemsOf(client, id);
  const page = `/playlists/${id}?from=profile`;
  const gone = await client.form(page, { intent: "remove", itemId: `${first?.id}` });
  const after = gone.headers.get("Location") ?? "";
  expect([gone.status, after.replace(/\d+\.1$/, "{track}.1")]).toEqual([303, `${page}&removed={track}.1`]);
  const left = await text(client.get(after));
  expect(left).toContain("プレイリストから外しました");
  expect(await titlesOf(client, id)).toEqual(["第二夜", "第三夜"]);
  const [, removed = ""] = /name="removed" value="([^"]+)"/.exec(left) ?? [];
  for (let time = 0; time < 2; time++) await client.form(after, { intent: "restore", removed });
  expect(await titlesOf(client, id)).toEqual(["第一夜", "第二夜", "第三夜"]);
  expect(await text(client.get(after))).not.toContain('name="removed"');
  const [again] = await itemsOf(client, id);
  await client.form(page, { intent: "remove", itemId: `${again?.id}` });
  const also = await client.form(`/playlists/${id}/items/${second?.id}`, { intent: "remove" });
  expect([also.status, also.headers.get("Location")?.split(/[?#]/)[0]]).toEqual([303, `/playlists/${id}`]);
  expect(await text(client.get(`/playlists/${id}`))).toContain("プレイリストから外しました");
  expect(await titlesOf(client, id)).toEqual(["第三夜"]);
  // Gone already: nothing else goes.
  await client.form(page, { intent: "remove", itemId: `${first?.id}` });
  const odd = await client.form(page, { intent: "remove", itemId: "x" });
  expect(odd.status).toBe(400);
  expect(await titlesOf(client, id)).toEqual(["第三夜"]);
  expect((await new Client(server.origin).form(page, { intent: "remove", itemId: "1" })).status).toBe(401);
});

test("at the limit the page of a track makes no playlist, says what to do and where", async () => {
  const client = await member();
  for (let count = 0; count < 10; count++)
    await client.form("/create-playlist", { name: `棚${count}`, isPublic: "true" });
  const path = `/track/${trackIds[0]}/playlists`;
  const page = await text(client.get(path));
  expect(page).toContain("プレイリスト上限に達しています");
  expect(page).toContain("新しく作成するには、既存のプレイリストを削除してください。");
  expect(page.slice(page.indexOf("プレイリスト上限に達しています"))).toMatch(/<a[^>]* href="\/playlists"/);
  const refused = await client.form(path, { intent: "create", name: "もう一つ" });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("プレイリスト上限に達しています");
});
