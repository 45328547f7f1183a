// A mixed day on a fleet of `--webs` web processes for `--seconds`; prints what it did and what that cost, as JSON.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sampleText } from "#test/api/journeys.ts";
import { randomFrom } from "#test/random.ts";
import { processorSeconds } from "../process-usage.ts";
import type { FleetDay } from "./measure-fleet.ts";

// Read once by what describes the tables.
process.env.DATABASE_URL = "postgres://of-the-fleet";
const { addSessions, startFleet } = await import("#test/fleet/start-fleet.ts");
const { addSoundingTracks } = await import("#test/sounding-tracks.ts");
const { closeDatabase, openDatabase } = await import("#db/client.ts");

const { values } = parseArgs({ options: { webs: { type: "string" }, seconds: { type: "string" } } });
const [webs, seconds] = [Number(values.webs), Number(values.seconds)];
const connections = 48;
const trackCount = 40;
/** Many, for each has limits of their own. */
const memberCount = 400;

const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-bench-fleet-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const fleet = await startFleet({ webs, workers: 1, dataDir });
if (!fleet) throw new Error("no Postgres");
// The bench ends this process when it takes too long.
process.once("SIGTERM", () => void fleet.stop().finally(() => process.exit(1)));

const members = await addSessions(
  fleet,
  Array.from({ length: memberCount }, (_, n) => `会員${n}`),
);
await openDatabase({ url: fleet.databaseUrl, dataDir, migrate: false });
const titles = Array.from({ length: trackCount }, (_, n) => `夜の話 ${n}`);
const trackIds = await addSoundingTracks({ dataDir, userId: members[0]?.id ?? "", titles, seconds: 60 });
await closeDatabase();

interface Act {
  name: string;
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const random = randomFrom(1);
const oneOf = <T>(things: readonly T[]): T => {
  const thing = things[Math.floor(random() * things.length)];
  if (thing === undefined) throw new Error("nothing to choose from");
  return thing;
};
const json = { "Content-Type": "application/json" };
const rangeBytes = 64 * 1024;

/** Of 100 acts 90 are visitors', 9 members', 1 a creator's, each by these shares. */
function nextAct(): Act {
  const track = oneOf(trackIds);
  const who = random();
  const what = random();
  if (who < 0.9) {
    if (what < 0.5) {
      const from = Math.floor(random() * 6) * rangeBytes;
      return {
        name: "a piece of sound",
        method: "GET",
        path: `/api/stream/${track}`,
        headers: { Range: `bytes=${from}-${from + rangeBytes - 1}` },
      };
    }
    if (what < 0.62)
      return { name: "a play is counted", method: "POST", path: `/api/tracks/${track}/increment-play-count` };
    if (what < 0.82) return { name: "a track's page", method: "GET", path: `/track/${track}` };
    if (what < 0.93) return { name: "home", method: "GET", path: "/" };
    return { name: "a search", method: "GET", path: `/search?search=${encodeURIComponent("夜の話")}` };
  }
  const Cookie = `mugen_session=${oneOf(members).token}`;
  if (who < 0.99) {
    if (what < 0.4) return { name: "a member's home", method: "GET", path: "/", headers: { Cookie } };
    if (what < 0.6)
      return { name: "a member's track", method: "GET", path: `/track/${track}`, headers: { Cookie } };
    const method = what < 0.85 ? "POST" : "DELETE";
    return { name: "a like", method, path: `/api/likes/${track}`, headers: { Cookie } };
  }
  const body = JSON.stringify({ inputText: sampleText, title: "" });
  return {
    name: "a script",
    method: "POST",
    path: "/api/generate-script",
    headers: { Cookie, ...json },
    body,
  };
}

/** Limits are per address: each connection has its own. */
const agents = Array.from({ length: connections }, (_, n) => ({
  agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  localAddress: `127.0.0.${10 + n}`,
}));

let refused = 0;

/** Milliseconds to the end of the answer. Throws for one that is a fault of the server. */
function perform({ method, path, headers = {}, body }: Act, from: (typeof agents)[number]): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(fleet?.origin + path, { method, headers, ...from }, (response) => {
      const { statusCode = 0 } = response;
      response.resume();
      if (statusCode >= 400) refused += 1;
      response.once("end", () =>
        statusCode >= 500
          ? reject(new Error(`${statusCode} for ${path}`))
          : resolve(performance.now() - began),
      );
      response.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Processor seconds of all processes that this one has started, by what they are. */
function costs(): Record<string, number> {
  const found: Record<string, number> = {};
  const webPids = new Set(fleet?.webs.map(({ pid }) => pid));
  const workerPids = new Set(fleet?.workers.map(({ pid }) => pid));
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const kind = webPids.has(pid) ? "web" : workerPids.has(pid) ? "worker" : kindOf(pid);
    const own = kind === null ? null : processorSeconds(pid);
    if (kind !== null && own !== null) found[kind] = (found[kind] ?? 0) + own;
  }
  found["load generator"] = processorSeconds(process.pid) ?? 0;
  return found;
}

function kindOf(pid: number): string | null {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    return ["postgres", "nginx", "pgbouncer"].includes(name) ? name : null;
  } catch {
    return null;
  }
}

async function load(ms: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  const end = performance.now() + ms;
  await Promise.all(
    agents.map(async (from) => {
      while (performance.now() < end) {
        const act = nextAct();
        const took = await perform(act, from);
        const list = times.get(act.name) ?? [];
        times.set(act.name, list);
        list.push(took);
      }
    }),
  );
  return times;
}

await load(seconds * 500);
const before = costs();
refused = 0;
const began = performance.now();
const times = await load(seconds * 1000);
const tookS = (performance.now() - began) / 1000;
const after = costs();
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
const count = [...times.values()].reduce((sum, list) => sum + list.length, 0);
const day: FleetDay = {
  webs,
  perSecond: count / tookS,
  refused,
  acts: [...times].map(([name, list]) => {
    const sorted = list.toSorted((a, b) => a - b);
    return { name, count: list.length, p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) };
  }),
  cores: Object.fromEntries(
    Object.entries(after).map(([kind, spent]) => [kind, (spent - (before[kind] ?? 0)) / tookS]),
  ),
};
await fleet.stop();
console.log(JSON.stringify(day));
process.exit(0);
