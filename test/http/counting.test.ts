// long: asks hundreds of times, and starts several servers
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase } from "#db/client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack } from "../tracks.ts";

/** As behind a proxy, which sends everybody's address. */
const env = {
  PUBLIC_ORIGIN: "https://mugen.example",
  TRUST_PROXY: "on",
  GOOGLE_CLIENT_ID: "x",
  GOOGLE_CLIENT_SECRET: "x",
};
const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

let cookies: Record<"author" | "member" | "other", string>;
let trackIds: number[];
let hidden: number;
/** Every server that was started; the last one goes on to the next test. */
const running: RunningServer[] = [];

beforeAll(async () => {
  await openTestDatabase();
  const [author, member, other] = [await addMember(), await addMember(), await addMember()];
  trackIds = [];
  for (let n = 0; n < 8; n++) trackIds.push(await addTrack({ userId: author.id, title: `夜の${n}` }));
  hidden = await addTrack({ userId: author.id, isVisible: false });
  const cookieOf = async ({ id }: { id: string }) =>
    `__Host-mugen_session=${await startSession({ userId: id, deviceInfo: "" })}`;
  cookies = { author: await cookieOf(author), member: await cookieOf(member), other: await cookieOf(other) };
  await closeDatabase();
});
afterAll(async () => {
  for (const server of running) await server.kill();
});

const nextTrack = () => trackIds.pop() ?? 0;

const last = () => running.at(-1) ?? start();

async function start(): Promise<RunningServer> {
  const server = await startServer({ env, workers: 0 });
  running.push(server);
  return server;
}

interface Call {
  address?: string;
  cookie?: string;
  userAgent?: string;
  body?: unknown;
  method?: string;
}

function send(server: RunningServer, path: string, call: Call = {}): Promise<Response> {
  const { address = "192.0.2.1", cookie, userAgent = browser, body, method = "POST" } = call;
  return fetch(server.origin + path, {
    method,
    headers: {
      // Everybody comes by a connection of their own.
      Connection: "close",
      "X-Forwarded-For": address,
      "User-Agent": userAgent,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Sends a play or impression of visitor `n`, who has an own address. Resolves with whether the server accepted it. */
async function count(server: RunningServer, trackId: number, n: number, kind = "play"): Promise<boolean> {
  const answer = await send(server, `/api/tracks/${trackId}/increment-${kind}-count`, {
    address: `10.0.${Math.floor(n / 250)}.${n % 250}`,
    body: { sessionId: `listener-${n}` },
  });
  const body: unknown = await answer.json();
  return answer.status === 200 && JSON.stringify(body) === '{"success":true}';
}

const counted = z.object({ playCount: z.number(), impressionCount: z.number() });
async function countsOf(server: RunningServer, trackId: number) {
  const answer = await send(server, `/api/tracks/${trackId}`, { method: "GET" });
  const { playCount, impressionCount } = counted.parse(await answer.json());
  return [playCount, impressionCount];
}
const listeners = (many: number) => Array.from({ length: many }, (_, n) => n);

describe("by one server", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start();
  });

  test("three hundred concurrent listeners are three hundred plays, without their repeats", async () => {
    const trackId = nextTrack();
    for (let round = 0; round < 2; round++) {
      const plays = await Promise.all(listeners(300).map((n) => count(server, trackId, n)));
      expect(plays.every(Boolean)).toBe(true);
      const impressions = listeners(150).map((n) => count(server, trackId, n, "impression"));
      expect((await Promise.all(impressions)).every(Boolean)).toBe(true);
    }
    // Batches are written in order: with the last one, all earlier ones are.
    await count(server, trackId, 300);
    await expect.poll(() => countsOf(server, trackId), { timeout: 30_000 }).toEqual([301, 150]);
  });

  test("authors, bots and visitors beyond the network's limit do not count, with the usual response", async () => {
    const trackId = nextTrack();
    const path = `/api/tracks/${trackId}/increment-play-count`;
    const crowd = listeners(60).map((n) => send(server, path, { body: { sessionId: `in-a-crowd-${n}` } }));
    const others: Call[] = [
      { cookie: cookies.author },
      { userAgent: "Googlebot/2.1", address: "192.0.2.2" },
      { userAgent: "", address: "192.0.2.3" },
      // A member counts as one listener, with any number of visits.
      { cookie: cookies.member, body: { sessionId: "one-visit" } },
      { cookie: cookies.member, body: { sessionId: "another-visit" }, address: "192.0.2.4" },
      // Recognized by address and browser.
      { address: "192.0.2.5" },
      { address: "192.0.2.5" },
    ];
    const answers = await Promise.all([...crowd, ...others.map((call) => send(server, path, call))]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await count(server, trackId, 1);
    await expect.poll(() => countsOf(server, trackId), { timeout: 30_000 }).toEqual([30 + 1 + 1 + 1, 0]);

    for (const kind of ["play", "impression"]) {
      const of = (id: number | string, call: Call = {}) =>
        send(server, `/api/tracks/${id}/increment-${kind}-count`, call);
      expect((await of(hidden)).status).toBe(404);
      expect((await of(hidden, { cookie: cookies.author })).status).toBe(200);
      for (const id of [999_999, "abc", "0"]) expect((await of(id)).status).toBe(404);
      expect((await of(trackId, { method: "GET" })).status).toBe(405);
      const bad = await of(trackId, { body: { sessionId: "short" } });
      expect([bad.status, await bad.json()]).toMatchObject([400, { code: "invalid" }]);
    }
  });

  test("a member's history: recorded, listed, deleted", async () => {
    const [first, second] = [nextTrack(), nextTrack()];
    const as = (cookie: string | undefined, method: string, path: string, body?: unknown) =>
      send(server, path, { method, ...(cookie ? { cookie } : {}), ...(body === undefined ? {} : { body }) });
    const list = async (cookie: string, query = "") => {
      const answer = await as(cookie, "GET", `/api/user/listening-history${query}`);
      const items = z
        .array(z.looseObject({ id: z.number(), position: z.number() }))
        .parse(await answer.json());
      return { items, link: answer.headers.get("Link") };
    };
    const ids = async (cookie: string) => (await list(cookie)).items.map(({ id }) => id);
    for (const cookie of [cookies.member, cookies.other])
      for (const trackId of [first, second]) {
        const recorded = await as(cookie, "POST", "/api/listening-history", { trackId, position: 99 });
        expect([recorded.status, await recorded.json()]).toEqual([200, { success: true }]);
      }
    await expect.poll(() => ids(cookies.other), { timeout: 30_000 }).toEqual([second, first]);
    const page = await list(cookies.member, "?limit=1");
    // At most the track's duration.
    expect(page.items).toMatchObject([
      { id: second, position: 12.345, title: expect.stringContaining("夜") },
    ]);
    const next = /<([^>]+)>; rel="next"/.exec(page.link ?? "")?.[1] ?? "";
    expect(await (await as(cookies.member, "GET", next)).json()).toMatchObject([{ id: first }]);

    await as(cookies.member, "POST", "/api/listening-history", { trackId: first, position: 1.5 });
    await as(cookies.member, "POST", "/api/listening-history", { trackId: second });
    expect((await as(cookies.member, "DELETE", `/api/user/listening-history/${first}`)).status).toBe(200);
    await expect
      .poll(async () => (await list(cookies.member)).items, { timeout: 30_000 })
      .toMatchObject([{ id: second, position: 0 }]);
    expect((await as(cookies.member, "DELETE", "/api/user/listening-history")).status).toBe(200);
    expect(await ids(cookies.member)).toEqual([]);
    expect(await ids(cookies.other)).toEqual([second, first]);

    for (const [method, path] of [
      ["POST", "/api/listening-history"],
      ["GET", "/api/user/listening-history"],
      ["DELETE", "/api/user/listening-history"],
      ["DELETE", `/api/user/listening-history/${first}`],
    ] as const)
      expect((await as(undefined, method, path)).status, `${method} ${path}`).toBe(401);
    for (const body of [
      {},
      { trackId: "1" },
      { trackId: first, position: -1 },
      { trackId: first, position: "1" },
    ])
      expect((await as(cookies.member, "POST", "/api/listening-history", body)).status).toBe(400);
    for (const trackId of [hidden, 999_999])
      expect((await as(cookies.member, "POST", "/api/listening-history", { trackId })).status).toBe(404);
  });

  test("the trial of 2.0x speed is started once, by API calls too", async () => {
    const trial = () => send(server, "/api/trial/double-speed", { cookie: cookies.member });
    const answers = await Promise.all(listeners(5).map(async () => (await trial()).json()));
    const { speedTrialEndsAt } = z.object({ speedTrialEndsAt: z.iso.datetime() }).parse(answers[0]);
    for (const answer of answers) expect(answer).toEqual({ speedTrialEndsAt });
    expect((await send(server, "/api/trial/double-speed")).status).toBe(401);
  });
});

test("what was confirmed before a graceful stop is counted", async () => {
  const server = await last();
  const trackId = nextTrack();
  const calls = listeners(300).map((n) => count(server, trackId, n).catch(() => false));
  await Promise.any(calls);
  const stopped = server.stop();
  const taken = (await Promise.all(calls)).filter(Boolean).length;
  expect(await stopped).toBe(0);
  expect(taken).toBeGreaterThan(0);
  const [plays] = await countsOf(await start(), trackId);
  // Requests whose response was cut off may count too.
  expect(plays).toBeGreaterThanOrEqual(taken);
  expect(plays).toBeLessThanOrEqual(300);
  expect(server.output()).not.toContain('"level":50');
});

test("a killed server loses the last second at most, and counts nothing twice after a restart", async () => {
  const server = await last();
  const trackId = nextTrack();
  const takenAt: number[] = [];
  let sent = 0;
  const listen = async () => {
    while (await count(server, trackId, sent++).catch(() => false)) {
      takenAt.push(performance.now());
      // All of them are sent again below: a few hundred are enough.
      await delay(20);
    }
  };
  const crowd = listeners(4).map(listen);
  let written = 0;
  for (let batches = 0; batches < 3; batches++) {
    const plays = () => countsOf(server, trackId).then(([count = 0]) => count);
    await expect.poll(plays, { timeout: 30_000 }).toBeGreaterThan(written);
    written = await plays();
  }
  const killedAt = performance.now();
  await server.kill();
  await Promise.all(crowd);

  const restarted = await start();
  const [kept = 0] = await countsOf(restarted, trackId);
  // A second until the batch, and one for the write on a busy machine.
  expect(kept).toBeGreaterThanOrEqual(takenAt.filter((at) => at < killedAt - 2000).length);
  expect(kept).toBeLessThanOrEqual(sent);
  for (const n of listeners(sent)) await count(restarted, trackId, n);
  await expect.poll(() => countsOf(restarted, trackId), { timeout: 30_000 }).toEqual([sent, 0]);
});

test.skipIf(!process.env.DATABASE_URL)("several processes agree on who has been counted", async () => {
  const servers = [await last(), await start()];
  const trackId = nextTrack();
  const calls = servers.flatMap((server, at) =>
    listeners(200).map((n) => count(server, trackId, n + at * 100)),
  );
  expect((await Promise.all(calls)).every(Boolean)).toBe(true);
  for (const server of servers) await server.stop();
  expect(await countsOf(await start(), trackId)).toEqual([300, 0]);
});
