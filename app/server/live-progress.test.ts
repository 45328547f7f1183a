// isolated: the last test signals the end of the process
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { signOutAdmin } from "#app/features/admin/session/admin-session.server.ts";
import { claimTask, endTask } from "#app/features/tasks/task-life.server.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import * as cookies from "#app/http/auth/admin-session-cookie.server.ts";
import { signalClosing } from "#app/shutdown-signals.server.ts";
import { DatabaseUnreachable } from "#db/store.ts";
import { addAdminSession } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { isWebSocketRequest, liveProgress } from "./live-progress.ts";

withDatabase();

/** A server with `/ws`; returns where it listens. */
async function listen(options: Parameters<typeof liveProgress>[0]): Promise<string> {
  const server = createServer({ shouldUpgradeCallback: isWebSocketRequest }, (_, response) => {
    response.end("an ordinary answer");
  });
  server.on("upgrade", liveProgress(options));
  server.listen(0, "127.0.0.1");
  afterAll(() => server.close());
  await once(server, "listening");
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

let host: string;
/** Pings all the time: nothing but what these bring about happens there. */
let pingingHost: string;
beforeAll(async () => {
  host = await listen({});
  pingingHost = await listen({ pingMs: 1000 });
});

const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
  vi.restoreAllMocks();
});

interface Opening {
  at?: string;
  cookie?: string;
  /** Of the page; null sends none. */
  origin?: string | null;
  path?: string;
}

function openSocket({ at = host, cookie = "", origin = `http://${at}`, path = "/ws" }: Opening): WebSocket {
  const headers = { Cookie: cookie, ...(origin === null ? {} : { Origin: origin }) };
  const socket = new WebSocket(`ws://${at}${path}`, { headers });
  sockets.push(socket);
  return socket;
}

/** The status with which the handshake ends: 101 when it succeeds. */
function statusOf(opening: Opening): Promise<number> {
  const socket = openSocket(opening);
  return new Promise((resolve) => {
    socket.on("open", () => resolve(101));
    socket.on("unexpected-response", (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on("error", () => {});
  });
}

async function signedIn(): Promise<{ cookie: string; signOut(): Promise<void> }> {
  const { token, admin } = await addAdminSession({ hash: null });
  return { cookie: `mugen_admin=${token}`, signOut: () => signOutAdmin({ admin }) };
}

async function openSignedIn(at = host) {
  const session = await signedIn();
  const socket = openSocket({ at, cookie: session.cookie });
  await once(socket, "open");
  const messages: { taskId: string; stage: string; message: string }[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data))));
  const closeCode = once(socket, "close").then(([code]) => Number(code));
  const subscribe = (taskId: string) => socket.send(JSON.stringify({ type: "subscribe", taskId }));
  return { ...session, socket, messages, closeCode, subscribe };
}

const actor = { kind: "admin", name: "admin" } as const;
const startTask = async (inputText: string) =>
  (await startTextTask({ actor, inputText, speakingRate: 1 })).taskId;

test("only the signed-in admin on a page of this site gets a socket, and nobody at another path", async () => {
  const { cookie, signOut } = await signedIn();
  const member = await addMember();
  const memberCookie = `mugen_session=${await startSession({ userId: member.id, deviceInfo: "" })}`;
  expect(await statusOf({ cookie })).toBe(101);
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ cookie: memberCookie })).toBe(401);
  expect(await statusOf({ cookie: "mugen_admin=made-up" })).toBe(401);
  expect(await statusOf({ cookie, origin: "https://evil.example" })).toBe(403);
  expect(await statusOf({ cookie, origin: `https://${host}` })).toBe(403);
  expect(await statusOf({ cookie, origin: "null" })).toBe(403);
  expect(await statusOf({ cookie, origin: null })).toBe(403);
  expect(await statusOf({ cookie, origin: "http://evil.example", path: "//evil.example/ws" })).toBe(404);
  expect(await statusOf({ cookie, path: "/ws/" })).toBe(404);
  expect(await statusOf({ cookie, path: "/" })).toBe(404);
  await signOut();
  expect(await statusOf({ cookie })).toBe(401);
});

test("an offer of HTTP/2 is answered as an ordinary request", async () => {
  const socket = connect(Number(host.split(":")[1]), "127.0.0.1");
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  );
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  await once(socket, "end");
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*an ordinary answer/);
});

test("who subscribes is told what has happened, what happens, and the end; of an unknown task that there is none", async () => {
  const taskId = await startTask("夜の海");
  const { messages, subscribe } = await openSignedIn();
  subscribe(taskId);
  subscribe(taskId);
  await expect.poll(() => messages).toHaveLength(1);
  await claimTask(generations, taskId);
  await endTask(generations, taskId, { as: "failed", error: "台本を書けませんでした" });
  await expect
    .poll(() => messages.map(({ stage }) => stage))
    .toEqual(["initialization", "task_initialization", "error"]);
  expect(messages.at(-1)).toMatchObject({ taskId, message: "台本を書けませんでした" });
  subscribe("unknown");
  await expect.poll(() => messages.at(-1)).toMatchObject({ taskId: "unknown", stage: "error" });
});

test("a socket ends with its session: at its next message, and without one", async () => {
  const talking = await openSignedIn();
  await talking.signOut();
  talking.subscribe(await startTask("夜の山"));
  expect(await talking.closeCode).toBe(1008);
  expect(talking.messages).toEqual([]);

  const silent = await openSignedIn(pingingHost);
  await silent.signOut();
  expect(await silent.closeCode).toBe(1008);
});

test("a socket whose session can't be looked up at a subscription ends: it would stay silent", async () => {
  const { closeCode, subscribe } = await openSignedIn();
  vi.spyOn(cookies, "readAdminSession").mockRejectedValueOnce(new DatabaseUnreachable(new Error("away")));
  subscribe(await startTask("夜の川"));
  expect(await closeCode).toBe(1011);
});

test.each([
  ["no JSON", "hello", 1008],
  ["another message", '{"type":"publish","taskId":"a"}', 1008],
  ["binary", Buffer.from("{}"), 1008],
  ["too long", "x".repeat(1025), 1009],
])("a client that sends what it should not (%s) is closed", async (_, data, code) => {
  const { socket, closeCode } = await openSignedIn();
  socket.send(data);
  expect(await closeCode).toBe(code);
});

test("a client that answers no ping is cut off", async () => {
  const { cookie } = await signedIn();
  const headers = { Cookie: cookie, Origin: `http://${pingingHost}` };
  const dead = new WebSocket(`ws://${pingingHost}/ws`, { headers, autoPong: false });
  sockets.push(dead);
  const [code] = await once(dead, "close");
  expect(code).toBe(1006);
});

test("more than fifty sockets are refused, and one that ends makes room", async () => {
  const { cookie } = await signedIn();
  const statuses = await Promise.all(Array.from({ length: 51 }, () => statusOf({ cookie })));
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 50 }, () => 101), 503]);
  sockets.find(({ readyState }) => readyState === WebSocket.OPEN)?.terminate();
  await expect.poll(() => statusOf({ cookie })).toBe(101);
});

test("when the server stops, sockets end and no more are opened", async () => {
  const { cookie, closeCode } = await openSignedIn();
  signalClosing();
  expect(await closeCode).toBe(1001);
  expect(await statusOf({ cookie })).toBe(503);
});
