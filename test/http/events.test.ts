import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { shortText, startPreview, taskEnd } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

let server: RunningServer | undefined;
afterAll(() => server?.kill());

const start = async () => {
  server = await startServer({ workers: 1 });
  return server;
};

const topicList = z.array(z.string());
const counted = z.object({ count: z.number() });

/** An open stream, and what it has told so far. */
async function listen(client: Client) {
  const response = await client.get("/api/notifications/stream");
  expect(response.status).toBe(200);
  const told = { carried: [] as string[], changed: [] as string[], counts: [] as number[], isOver: false };
  const read = async () => {
    let rest = "";
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const name = /^event: ?(.*)$/m.exec(block)?.[1];
        const data = JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? "null");
        if (name === "topics") told.carried = topicList.parse(data);
        else if (name === "change") told.changed.push(...topicList.parse(data));
        else if (!name && data) told.counts.push(counted.parse(data).count);
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      told.isOver = true;
    });
  await expect.poll(() => told.carried.length).toBeGreaterThan(0);
  return told;
}

test("one stream tells of notifications and of work; it ends with the server, and the next one tells everything again", async () => {
  const running = await start();
  const [me, fan] = await Promise.all([
    Client.signedIn(running.origin, "me@example.com"),
    Client.signedIn(running.origin, "fan@example.com", "あおい"),
  ]);
  const idOf = async (client: Client) =>
    z.object({ id: z.string() }).parse(await (await client.get("/api/auth/user")).json()).id;
  const [myId, fansId] = await Promise.all([idOf(me), idOf(fan)]);
  const [mine, others] = [await listen(me), await listen(fan)];
  expect(mine.carried).toEqual(["unread", "tasks", "payments", "playback"]);
  // Once the process listens to the database, all streams tell everything again: that comes before the first notice.
  expect(new Set(mine.counts)).toEqual(new Set([0]));
  expect((await me.send("POST", `/api/users/${fansId}/follow`)).status).toBe(200);
  await expect.poll(() => others.counts.at(-1)).toBe(1);
  mine.changed.length = others.changed.length = 0;

  const taskId = await startPreview(me);
  await taskEnd(me, taskId);
  await expect.poll(() => mine.changed.filter((topic) => topic === "tasks").length).toBeGreaterThan(1);
  expect((await fan.send("POST", `/api/users/${myId}/follow`)).status).toBe(200);
  await expect.poll(() => mine.counts.at(-1)).toBe(1);
  expect(others.changed, "nobody is told of another's work").toEqual([]);

  const unfinished = await startPreview(me, { script: shortText, title: "つぎの回", labels: [] });
  await running.stop();
  expect(mine.isOver).toBe(true);

  const restarted = await start();
  expect(restarted.origin).not.toBe(running.origin);
  const meAgain = await Client.signedIn(restarted.origin, "me@example.com");
  const again = await listen(meAgain);
  expect(new Set(again.counts)).toEqual(new Set([1]));
  // Whatever happened meanwhile: everything that is watched is asked for.
  expect(new Set(again.changed)).toEqual(new Set(["tasks", "payments", "playback"]));
  await taskEnd(meAgain, unfinished);
});

test("the console has the stream too, of its own work alone; a browser that is signed in to both has one for both", async () => {
  const running = server ?? (await start());
  const admin = await Client.signedInAsAdmin(running.origin);
  const told = await listen(admin);
  expect(told).toMatchObject({ carried: ["console"], counts: [] });
  told.changed.length = 0;
  const query = new URLSearchParams({ inputText: "夜の港です。", speakingRate: "1.5" });
  const started = await admin.get(`/api/generate-content?${query}`, { Accept: "text/event-stream" });
  expect(started.status).toBe(200);
  await expect.poll(() => told.changed.length).toBeGreaterThan(1);
  expect(new Set(told.changed)).toEqual(new Set(["console"]));
  await started.body?.cancel();

  const member = await Client.signedIn(running.origin, "both@example.com");
  const both = { Cookie: [member, admin].map((client) => client.cookieHeaders().Cookie).join("; ") };
  const visitor = new Client(running.origin);
  const response = await visitor.get("/api/notifications/stream", both);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("event:topics")) text += (await reader?.read())?.value ?? "";
  expect(text).toContain('["unread","tasks","payments","playback","console"]');
  // One of the two has ended: the browser opens it anew, for what is left.
  await member.send("POST", "/api/auth/logout");
  await expect.poll(async () => (await reader?.read())?.done).toBe(true);
  expect((await visitor.get("/api/notifications/stream")).status).toBe(401);
  await running.stop();
});
