// on both databases: what a worker does reaches those who watch through the database
import { once } from "node:events";
import { request } from "node:http";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { z } from "zod";
import { db } from "#db/client.ts";
import { auditLog, generationTasks, tracks } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { PlainBrowser } from "../../plain-browser.ts";
import { sharedServer } from "../../servers/shared-server.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
let token: string;
let admin: Client;
beforeAll(async () => {
  server = sharedServer();
  ({ token } = await addAdminSession());
  admin = Client.withAdminSession(server.origin, token);
});

const eventStream = { Accept: "text/event-stream" };
const addressOf = (text: string) =>
  `/api/generate-content?${new URLSearchParams({ inputText: text, speakingRate: "1.5" })}`;
const tasksOf = (inputText: string) =>
  db.select().from(generationTasks).where(eq(generationTasks.inputText, inputText));

const eventData = z.object({ type: z.string(), taskId: z.string(), stage: z.string(), message: z.string() });

/** The events of a stream as they come; `until` ends the reading, and the connection with it. */
async function readEvents(response: Response, until: (type: string) => boolean = () => false) {
  const events: { id: string; name: string; data: z.infer<typeof eventData> }[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
      if (!field("data")) continue;
      const data = eventData.parse(JSON.parse(field("data")));
      events.push({ id: field("id"), name: field("event"), data });
    }
    if (events.some(({ name }) => until(name))) break;
  }
  return events;
}

/** The status for the admin's GET with exactly these headers: `fetch` sets some of its own. */
async function statusOfGet(address: string, headers: Record<string, string>): Promise<number> {
  const sent = request(server.origin + address, { headers: { ...headers, ...admin.cookieHeaders() } }).end();
  const [response] = await once(sent, "response");
  sent.destroy();
  return response.statusCode;
}

test("a text becomes a track: events over one connection, messages over /ws, and nothing is started twice", async () => {
  const text = "夜の港に、船がひとつ帰ってきました。";
  const address = addressOf(text);
  // Opened twice at once, as by a browser that connects again before it knows the task.
  const [first, second] = await Promise.all([
    admin.get(address, eventStream),
    admin.get(address, eventStream),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.headers.get("X-Accel-Buffering")).toBe("no");
  const [begun] = await readEvents(first, () => true);
  const taskId = begun?.id ?? "";
  expect(begun).toMatchObject({ name: "status", data: { type: "status", taskId } });

  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/ws`, {
    headers: { Origin: server.origin, Cookie: `mugen_admin=${token}` },
  });
  const messages: { stage: string; details?: { trackId: number } }[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data))));
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "subscribe", taskId }));

  // The first connection broke: the browser names the last event that it got.
  const resumed = await admin.get(address, { ...eventStream, "Last-Event-ID": taskId });
  for (const events of await Promise.all([readEvents(second), readEvents(resumed)])) {
    expect(events.map(({ name }) => name).slice(-2)).toEqual(["status", "complete"]);
    expect(events.at(-1)).toMatchObject({ id: `${taskId}.end`, data: { type: "complete", taskId } });
    expect(new Set(events.map(({ data }) => data.taskId))).toEqual(new Set([taskId]));
  }
  await expect.poll(() => messages.at(-1)).toMatchObject({ stage: "task_complete" });
  expect([...new Set(messages.map(({ stage }) => stage))]).toEqual([
    "initialization",
    "task_initialization",
    "script_generation",
    ...(messages.some(({ stage }) => stage === "final_script_generation") ? ["final_script_generation"] : []),
    "fact_checking",
    "fact_check_complete",
    "audio_generation",
    "audio_complete",
    "task_complete",
  ]);
  socket.close();

  // It connects again although it was told the end: nothing is left to tell.
  for (const lastEventId of [`${taskId}.end`, "unknown"]) {
    const again = await admin.get(address, { ...eventStream, "Last-Event-ID": lastEventId });
    expect(again.status).toBe(204);
  }
  expect(await tasksOf(text)).toHaveLength(1);
  const trackId = messages.at(-1)?.details?.trackId ?? 0;
  expect(await db.$count(tracks, eq(tracks.taskId, taskId))).toBe(1);
  const heard = await new Client(server.origin).get(`/api/stream/${trackId}`);
  expect(heard.status).toBe(200);
  await heard.body?.cancel();
  // Without scripts its page, which has loaded itself anew till then, leads to it.
  const browser = new PlainBrowser(admin);
  await browser.open(`/admin/generate?task=${taskId}`);
  expect(browser.refresh).toBeUndefined();
  await browser.page.follow(`音声 ${trackId} を開く`);
  expect([browser.status, browser.address]).toEqual([200, `/admin/tracks/${trackId}`]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.targetId, taskId));
  expect(logged.map(({ action, actorName }) => [action, actorName])).toEqual([["task.start", "admin"]]);
});

test("neither links, prefetches, other sites nor HEAD start anything", async () => {
  const text = "だれかが仕掛けた文章";
  const address = addressOf(text);
  const requests: Record<string, string>[] = [
    {},
    { ...eventStream, "Sec-Fetch-Site": "cross-site" },
    { ...eventStream, "Sec-Fetch-Site": "same-site" },
    { ...eventStream, "Sec-Fetch-Site": "none" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
  ];
  for (const headers of requests) expect(await statusOfGet(address, headers)).toBe(403);
  expect((await admin.fetch(address, { method: "HEAD", headers: eventStream })).status).toBe(200);
  expect((await new Client(server.origin).get(address, eventStream)).status).toBe(401);
  const member = await Client.signedIn(server.origin, "generation@example.com");
  expect((await member.get(address, eventStream)).status).toBe(401);
  const tooLong = await admin.get(addressOf("あ".repeat(1001)), eventStream);
  expect(tooLong.status).toBe(400);
  expect((await admin.get(`${address}&speakingRate=3`, eventStream)).status).toBe(400);
  expect(await tasksOf(text)).toEqual([]);
});

test("/ws refuses other sites, members and visitors before the handshake", async () => {
  const { origin } = server;
  const member = await Client.signedIn(origin, "sockets@example.com");
  const statusOf = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${origin.replace("http", "ws")}/ws`, { headers });
      socket.on("open", () => resolve(101));
      socket.on("unexpected-response", (request, response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      socket.on("error", () => {});
    });
  const Cookie = `mugen_admin=${token}`;
  expect(await statusOf({ Cookie, Origin: "https://evil.example" })).toBe(403);
  expect(await statusOf({ Cookie })).toBe(403);
  expect(await statusOf({ Origin: origin, ...member.cookieHeaders() })).toBe(401);
  expect(await statusOf({ Origin: origin })).toBe(401);
});

test("the page of the texts has a heading of its own, the one its tab names", async () => {
  const page = await (await admin.get("/admin/generate", { Accept: "text/html" })).text();
  expect(/<h1[^>]*>([^<]*)</.exec(page)?.[1]).toBe("AI生成");
});
