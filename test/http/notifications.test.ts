// on both databases: on Postgres streams hear of changes through the database
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { db, write } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { addMember, updateUser } from "../database.ts";
import { browser, server, withGoogleSignIn } from "../servers/google-sign-in.ts";
import { addTrack } from "../tracks.ts";

withGoogleSignIn();

let member: Viewer;
let fan: Viewer;
let me: Client;
let fanClient: Client;
let track: number;

const signedIn = async ({ id }: Viewer) =>
  Client.withSession(server.origin, await startSession({ userId: id, deviceInfo: "Firefox/1 Android" }));

beforeEach(async () => {
  member = await addMember({ name: "受け取る人" });
  fan = await addMember({ name: "あおい" });
  [me, fanClient] = [await signedIn(member), await signedIn(fan)];
  track = await addTrack({ userId: member.id, title: "月の話" });
});

const like = (actorId = fan.id, trackId = track) =>
  write((tx) => notify(tx, { userId: member.id, event: { type: "like", actorId, trackId } }));

const rows = z.array(z.looseObject({ id: z.number(), text: z.string(), isRead: z.boolean() }));
const list = async (client = me, path = "/api/notifications") =>
  rows.parse(await (await client.get(path)).json());

async function countOf(
  client: Client,
  known?: string,
): Promise<{ status: number; etag: string; body: string }> {
  const response = await client.get(
    "/api/notifications/unread-count",
    known ? { "If-None-Match": known } : undefined,
  );
  return { status: response.status, etag: response.headers.get("ETag") ?? "", body: await response.text() };
}

test("notifications come a page at a time, are read one by one and all at once", async () => {
  for (let n = 0; n < 5; n++) await like(fan.id, await addTrack({ userId: member.id, title: `第${n}回` }));
  const response = await me.get("/api/notifications?limit=2");
  const link = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? "";
  const first = rows.parse(await response.json());
  expect(first.map(({ text }) => text)).toEqual([
    "あおいが「第4回」にいいねしました",
    "あおいが「第3回」にいいねしました",
  ]);
  expect((await list(me, link)).map(({ text }) => text)).toEqual([
    "あおいが「第2回」にいいねしました",
    "あおいが「第1回」にいいねしました",
  ]);
  expect((await me.send("POST", `/api/notifications/${first[1]?.id}/read`)).status).toBe(200);
  expect((await list()).map(({ isRead }) => isRead)).toEqual([false, true, false, false, false]);
  expect((await me.send("POST", "/api/notifications/read-all")).status).toBe(200);
  expect((await list()).every(({ isRead }) => isRead)).toBe(true);
});

test("several are read by one call, which tells what is left", async () => {
  for (let n = 0; n < 3; n++) await like(fan.id, await addTrack({ userId: member.id, title: `第${n}回` }));
  const ids = (await list()).map(({ id }) => id);
  const read = async (client: Client, some: unknown) => {
    const response = await client.send("POST", "/api/notifications/read", { ids: some });
    return { status: response.status, body: await response.text() };
  };
  // Another member's, and one that was deleted.
  expect(await read(fanClient, ids)).toEqual({ status: 200, body: '{"count":0}' });
  expect(await read(me, [...ids.slice(1), 2_147_483_647])).toEqual({ status: 200, body: '{"count":1}' });
  expect((await list()).map(({ isRead }) => isRead)).toEqual([false, true, true]);
  for (const wrong of ["1", [0], ["1"], Array.from({ length: 501 }, (_, n) => n + 1)])
    expect((await read(me, wrong)).status, JSON.stringify(wrong).slice(0, 20)).toBe(400);
  expect(await countOf(me)).toMatchObject({ body: '{"count":1}' });
});

test("the count is told anew only when it has changed", async () => {
  const none = await countOf(me);
  expect(none).toMatchObject({ status: 200, body: '{"count":0}' });
  expect(await countOf(me, none.etag)).toEqual({ status: 304, etag: none.etag, body: "" });
  await like();
  const one = await countOf(me, none.etag);
  expect(one).toMatchObject({ status: 200, body: '{"count":1}' });
  expect(await countOf(me, `W/${one.etag}, "9"`)).toMatchObject({ status: 304 });
});

test("who asks at the same time is told the own count", async () => {
  await like();
  const asking = [me, fanClient, browser(), me, Client.withSession(server.origin, "nobody's")];
  const answers = await Promise.all(asking.map((client) => countOf(client)));
  expect(answers.map(({ status, etag }) => [status, etag])).toEqual([
    [200, '"1"'],
    [200, '"0"'],
    [401, ""],
    [200, '"1"'],
    [401, ""],
  ]);
});

test("the count has the headers of every answer, whoever gives it", async () => {
  const short = await me.get("/api/notifications/unread-count");
  const long = await browser().get("/api/notifications/unread-count");
  expect([short.status, long.status]).toEqual([200, 401]);
  const varying = ["etag", "content-length", "transfer-encoding"];
  const namesOf = (answer: Response) => [...answer.headers.keys()].filter((name) => !varying.includes(name));
  expect(namesOf(short)).toEqual(namesOf(long).filter((name) => name !== "vary"));
  expect(short.headers.get("Cache-Control")).toBe("no-store");
  const head = await me.fetch("/api/notifications/unread-count", { method: "HEAD" });
  expect([head.status, head.headers.get("ETag")]).toEqual([200, '"0"']);
});

test("who polls stays signed in, and nobody else is answered", async () => {
  const old = new Date(Date.now() - 20 * 24 * 60 * 60_000);
  await write((tx) => tx.update(sessions).set({ lastActiveAt: old }).where(eq(sessions.userId, member.id)));
  expect((await countOf(me)).status).toBe(200);
  const lastActive = async () =>
    (await db.select().from(sessions).where(eq(sessions.userId, member.id)))[0]?.lastActiveAt.getTime();
  await expect.poll(lastActive).toBeGreaterThan(old.getTime());

  await updateUser(member.id, { state: "pending" });
  expect(await countOf(me)).toMatchObject({
    status: 403,
    body: expect.stringContaining('"pending_approval"'),
  });
  await write((tx) => tx.delete(sessions).where(eq(sessions.userId, member.id)));
  expect(await countOf(me)).toMatchObject({
    status: 401,
    body: expect.stringContaining('"not_authenticated"'),
  });
});

test("nobody reads what is somebody else's", async () => {
  await like();
  const [mine] = await list();
  for (const id of [mine?.id, 2_147_483_647, "x"])
    expect((await fanClient.send("POST", `/api/notifications/${id}/read`)).status, String(id)).toBe(404);
  expect(await countOf(me)).toMatchObject({ body: '{"count":1}' });
});

test("a stream tells of what happens as it happens, and closes at log-out", async () => {
  const response = await me.get("/api/notifications/stream");
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  expect(response.headers.get("Content-Encoding")).toBeNull();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("no body");
  const next = async (): Promise<string | null> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      const data = /^data: (.*)$/m.exec(value)?.[1];
      if (data) return data;
    }
  };
  expect(await next()).toBe('{"count":0}');
  // Through the server, whose process publishes the change.
  expect((await fanClient.send("POST", `/api/likes/${track}`)).status).toBe(200);
  // Long before the heartbeat.
  expect(await next()).toBe('{"count":1}');
  // Log out on another device first: its stream ends, this one continues.
  const elsewhere = await signedIn(member);
  await elsewhere.send("POST", "/api/auth/logout");
  await me.send("POST", "/api/notifications/read-all");
  expect(await next()).toBe('{"count":0}');
  await me.send("POST", "/api/auth/logout");
  expect(await next()).toBeNull();
});

test("without JavaScript the page reads by its forms, and leads to older ones", async () => {
  for (let n = 0; n < 25; n++) await like(fan.id, await addTrack({ userId: member.id, title: `第${n}回` }));
  const page = await (await me.get("/notifications")).text();
  expect(page).toContain("未読25件");
  expect(page.match(/data-notification=/g)).toHaveLength(20);
  const older = /href="(\/notifications\?cursor=[^"]+)"/.exec(page)?.[1] ?? "";
  expect((await (await me.get(older)).text()).match(/data-notification=/g)).toHaveLength(5);
  const [newest] = await list();
  const one = await me.form("/notifications", { intent: "read", id: String(newest?.id) });
  expect([one.status, one.headers.get("Location")]).toEqual([303, "/notifications"]);
  expect(await countOf(me)).toMatchObject({ body: '{"count":24}' });
  // Marking read on an older page redirects back to it.
  const onOlder = await me.form(older, { intent: "read", id: String(newest?.id) });
  expect(onOlder.headers.get("Location")).toBe(older);
  const all = await me.form("/notifications", { intent: "read-all" });
  expect([all.status, all.headers.get("Location")]).toEqual([303, "/notifications"]);
  expect(await countOf(me)).toMatchObject({ body: '{"count":0}' });
  const wrong: Record<string, string>[] = [{ intent: "burn" }, { intent: "read", id: "x" }];
  for (const fields of wrong)
    expect((await me.form("/notifications", fields)).status, JSON.stringify(fields)).toBe(400);
  expect((await fanClient.form("/notifications", { intent: "read", id: String(newest?.id) })).status).toBe(
    404,
  );
  expect((await browser().form("/notifications", { intent: "read-all" })).status).toBe(401);
});

test("the page says that nothing has come, and asks visitors to sign in", async () => {
  expect(await (await me.get("/notifications")).text()).toContain("通知がありません");
  expect(await (await browser().get("/notifications")).text()).toContain("ログインが必要です");
});
