import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { listeningHistory } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addTrack } from "../tracks.ts";

withDatabase();

let origin: string;
let client: Client;
let tracks: number[];
beforeAll(async () => {
  ({ origin } = sharedServer());
  const author = await addMember();
  const listener = await addMember();
  tracks = [];
  for (let n = 0; n < 25; n++) tracks.push(await addTrack({ userId: author.id, title: `第${n + 1}回` }));
  const heard = tracks.map((trackId, n) => ({
    userId: listener.id,
    trackId,
    listenedAt: new Date(Date.now() - n * 60_000),
    positionMs: 6000,
  }));
  await write((tx) => tx.insert(listeningHistory).values(heard));
  client = Client.withSession(origin, await startSession({ userId: listener.id, deviceInfo: "" }));
});

const titlesOn = (page: string) => [...page.matchAll(/>(第\d+回)<\/a>/g)].map(([, title]) => title);

test("without scripts too a track's page leads to where a member left it, and tells nobody else", async () => {
  const path = `/track/${tracks[0]}`;
  const link = new RegExp(`<a href="/api/stream/${tracks[0]}#t=6"[^>]*>0:06(<!-- -->)?から</a>`);
  expect(await (await client.get(path)).text()).toMatch(link);
  const visitor = new Client(origin);
  const page = await (await visitor.get(path)).text();
  expect(page).toContain("第1回");
  // Quarters of the track are for everybody, at fractions of a second.
  expect(page).not.toContain('#t=6"');
});

test("the history is paged, the latest first; its forms remove one entry or all", async () => {
  const first = await (await client.get("/history")).text();
  expect(titlesOn(first)).toEqual(Array.from({ length: 20 }, (_, n) => `第${n + 1}回`));
  expect(first).toMatch(/0:06(<!-- -->)?から続き/);
  const next = /href="(\/history\?cursor=[^"]+)"/.exec(first)?.[1] ?? "";
  expect(titlesOn(await (await client.get(next)).text())).toHaveLength(5);
  expect(first).toMatch(/<button[^>]* aria-label="「第1回」を再生履歴から削除"/);

  const one = await client.form("/history", { intent: "remove", trackId: String(tracks[0]) });
  expect([one.status, one.headers.get("Location")]).toEqual([303, "/history"]);
  const shorter = await (await client.get("/history")).text();
  expect(titlesOn(shorter)[0]).toBe("第2回");
  expect(shorter).toContain("再生履歴から削除しました");
  const question = /<a[^>]* href="([^"]+)"[^>]*>(?:<[^>]+>)*すべて削除/.exec(shorter)?.[1] ?? "";
  const asked = await (await client.get(question)).text();
  expect(asked).toMatch(/<h1[^>]*>再生履歴をすべて削除しますか？/);
  expect(asked).toMatch(/<form[^>]* action="\/history"[\s\S]*value="clear"[\s\S]*すべて削除する/);
  const wrong: Record<string, string>[] = [
    { intent: "burn" },
    { intent: "remove", trackId: "x" },
    { intent: "remove" },
  ];
  for (const fields of wrong)
    expect((await client.form("/history", fields)).status, JSON.stringify(fields)).toBe(400);
  expect((await client.form("/history", { intent: "clear" })).status).toBe(303);
  const cleared = await (await client.get("/history")).text();
  expect(cleared).toContain("再生履歴をすべて削除しました");
  expect(cleared).toContain("再生履歴はまだありません");
  // A later page of a deleted list redirects to the first.
  const gone = await client.get(next);
  expect([gone.status, gone.headers.get("Location")]).toEqual([302, "/history"]);
});

test("a visitor gets the login prompt, and their forms are rejected", async () => {
  const visitor = new Client(origin);
  expect(await (await visitor.get("/history")).text()).toContain("ログインが必要です");
  expect((await visitor.form("/history", { intent: "clear" })).status).toBe(401);
});

test("the sample supports range requests, and is whole for invalid ranges", async () => {
  const part = (range: string) => client.get("/audio-sample.mp3", { Range: range });
  const some = await part("bytes=0-1");
  expect([some.status, some.headers.get("Content-Length")]).toEqual([206, "2"]);
  expect(some.headers.get("Content-Range")).toMatch(/^bytes 0-1\/\d+$/);
  const rest = await part("bytes=64000-");
  expect(rest.status).toBe(206);
  expect((await part("bytes=-5")).headers.get("Content-Length")).toBe("5");
  expect((await part("bytes=99999999-")).status).toBe(416);
  for (const range of ["bytes=5-2", "bytes=0-1,4-5", "x", "bytes=0-1x"])
    expect((await part(range)).status, range).toBe(200);
  expect((await client.get("/favicon.svg", { Range: "bytes=0-1" })).status).toBe(200);
});
