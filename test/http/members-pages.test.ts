import { beforeAll, expect, test } from "vitest";
import { closeDatabase, write } from "#db/client.ts";
import { listeningHistory } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addTrack } from "../tracks.ts";

let origin = "";
let trackId = 0;
let stagedId = 0;
let userId = "";
beforeAll(async () => {
  await openTestDatabase();
  ({ id: userId } = await addMember({}));
  trackId = await addTrack({ userId, title: "みんなの夜", script: "A: おやすみ。" });
  stagedId = await addTrack({ userId, title: "つぎの夜" });
  await closeDatabase();
  ({ origin } = sharedServer());
});

/** A page without what every answer has for itself. */
async function read(client: Client, path: string): Promise<string> {
  const html = await (await client.get(path)).text();
  return html
    .replaceAll(/nonce="[^"]*"/g, "")
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f-]{17}/g, "");
}

/**
 * Home with a track on its stage that its address names: the most saved one changes whenever its cache ends, and what stands on
 * the stage is not in the list.
 */
const pages = () => [`/?track=${stagedId}`, `/${userId}`, `/track/${trackId}`];
const member = (name: string) => Client.signedIn(origin, `${name}@example.com`, name);

test("a page that is made from rendered parts is the page that rendered them", async () => {
  const client = await member("once-first");
  for (const path of pages())
    expect([path, await read(client, path)]).toEqual([path, await read(client, path)]);
});

test("parts that members share tell nobody about another", async () => {
  const [one, other] = [await member("once-reader"), await member("once-other")];
  for (const path of [`/api/tracks/${trackId}/playlists`, `/api/likes/${trackId}`])
    expect((await one.send("POST", path, { name: "once-secret" })).ok).toBe(true);
  const { id } = await (await one.get("/api/auth/user")).json();
  await openTestDatabase();
  await write((tx) =>
    tx.insert(listeningHistory).values({
      userId: id,
      trackId,
      listenedAt: new Date(),
      positionMs: 12_000,
      isHeard: true,
    }),
  );
  await closeDatabase();
  const marks = (html: string) => ({
    bookmarked: /プレイリストに追加済み|追加済み<\/a>/.test(html),
    heard: html.includes("聴き終わり"),
    liked: html.includes("いいねを取り消す"),
  });
  for (const path of pages()) {
    const [own, others, again] = [await read(one, path), await read(other, path), await read(one, path)];
    expect([path, again]).toEqual([path, own]);
    // A track's page has rows of other tracks.
    const isRow = !path.startsWith("/track/");
    expect([path, marks(own).bookmarked, marks(own).heard, marks(others)]).toEqual([
      path,
      true,
      isRow,
      { bookmarked: false, heard: false, liked: false },
    ]);
    expect([path, /once-(reader|secret)/.test(others)]).toEqual([path, false]);
    const visitors = await read(new Client(origin), path);
    expect([path, visitors.includes("once-"), marks(visitors).bookmarked, marks(visitors).heard]).toEqual([
      path,
      false,
      false,
      false,
    ]);
  }
  expect(marks(await read(one, `/track/${trackId}`)).liked).toBe(true);
});
