import { Agent, get, request } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "../median.ts";
import { processorSeconds } from "../process-usage.ts";
import type { RunningProgram } from "../start-program.ts";

export const pollingGoal = 0.05;

interface Polling {
  members: number;
  /** Of one core, beyond idle; null without /proc. */
  share: number | null;
  /** The plain server's for the same. */
  plainShare: number | null;
  idleShare: number | null;
  askedPerSecond: number;
  changed: number;
  p99Ms: number;
}

const everyMs = 5000;
const rounds = 3;
const seconds = 15;
/** Prevents measuring the compiler. */
const warmUpSeconds = 15;
/** Answers per one with news. */
const newEvery = 500;

/**
 * The cost of members whose pages ask for unread notifications every five seconds, each on its own connection, spread evenly,
 * with the last ETag. Each round is compared with an idle one and a plain `node:http` server; medians.
 */
export async function measurePolling(o: {
  mugen: RunningProgram;
  plain: RunningProgram;
  tokens: readonly string[];
}): Promise<Polling> {
  const { mugen, plain, tokens } = o;
  const pollers = tokens.map((token) => startPoller(mugen.port, token));
  const plainPollers = tokens.map((token) => startPoller(plain.port, token));
  const members = { pollers, unread: pollers.slice() };
  const plainMembers = { pollers: plainPollers, unread: plainPollers.slice() };
  await run({ program: mugen, ...members, seconds: warmUpSeconds });
  await run({ program: plain, ...plainMembers, seconds: warmUpSeconds });
  const idle: Run[] = [];
  const busy: Run[] = [];
  const beside: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    idle.push(await run({ program: mugen, pollers: [], unread: [], seconds }));
    busy.push(await run({ program: mugen, ...members, seconds }));
    beside.push(await run({ program: plain, ...plainMembers, seconds }));
  }
  for (const poller of [...pollers, ...plainPollers]) poller.stop();
  const middle = (runs: Run[], of: (run: Run) => number | null) => {
    const values = runs.map(of).filter((value) => value !== null);
    return values.length === rounds ? median(values) : null;
  };
  const idleShare = middle(idle, ({ share }) => share);
  const busyShare = middle(busy, ({ share }) => share);
  return {
    members: tokens.length,
    share: idleShare === null || busyShare === null ? null : busyShare - idleShare,
    plainShare: middle(beside, ({ share }) => share),
    idleShare,
    askedPerSecond: middle(busy, (one) => one.askedPerSecond) ?? 0,
    changed: middle(busy, (one) => one.changed) ?? 0,
    p99Ms: middle(busy, (one) => one.p99Ms) ?? 0,
  };
}

interface Run {
  share: number | null;
  askedPerSecond: number;
  changed: number;
  p99Ms: number;
}

interface Answered {
  ms: number;
  isNew: boolean;
}

interface Poller {
  ask(): Promise<Answered>;
  readAll(): Promise<void>;
  stop(): void;
}

async function run(o: {
  program: RunningProgram;
  pollers: readonly Poller[];
  unread: Poller[];
  seconds: number;
}): Promise<Run> {
  const { program, pollers } = o;
  const answers: Promise<Answered>[] = [];
  const before = processorSeconds(program.pid);
  const started = performance.now();
  const total = (pollers.length * o.seconds * 1000) / everyMs;
  for (let n = 0; n < total; n++) {
    const due = (n * everyMs) / pollers.length;
    const wait = due - (performance.now() - started);
    if (wait > 1) await delay(wait);
    const poller = pollers[n % pollers.length];
    if (!poller) continue;
    if (n % newEvery === newEvery - 1) await o.unread.shift()?.readAll();
    answers.push(poller.ask());
  }
  const answered = await Promise.all(answers);
  await delay(Math.max(0, o.seconds * 1000 - (performance.now() - started)));
  const passedS = (performance.now() - started) / 1000;
  const after = processorSeconds(program.pid);
  const times = Float64Array.from(answered.map(({ ms }) => ms)).sort();
  const count = answered.length;
  return {
    share: before === null || after === null ? null : (after - before) / passedS,
    askedPerSecond: count / passedS,
    changed: count === 0 ? 0 : answered.filter(({ isNew }) => isNew).length / count,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function startPoller(port: number, token: string): Poller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const cookie = `mugen_session=${token}`;
  let etag: string | undefined;
  const options = { host: "127.0.0.1", port, agent };
  return {
    ask() {
      const asked = performance.now();
      const headers = {
        Cookie: cookie,
        Accept: "application/json",
        ...(etag ? { "If-None-Match": etag } : {}),
      };
      return new Promise((resolve, reject) => {
        get({ ...options, path: "/api/notifications/unread-count", headers }, (response) => {
          const { statusCode } = response;
          if (statusCode !== 200 && statusCode !== 304) reject(new Error(`the count answered ${statusCode}`));
          etag = response.headers.etag;
          response
            .resume()
            .once("end", () => resolve({ ms: performance.now() - asked, isNew: statusCode === 200 }));
        }).once("error", reject);
      });
    },
    readAll() {
      return new Promise((resolve, reject) => {
        const path = "/api/notifications/read-all";
        request({ ...options, method: "POST", path, headers: { Cookie: cookie } }, (response) => {
          response.resume().once("end", resolve);
        })
          .once("error", reject)
          .end();
      });
    },
    stop: () => agent.destroy(),
  };
}
