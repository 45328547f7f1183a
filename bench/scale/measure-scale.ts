import { mkdirSync } from "node:fs";
import { Agent, get } from "node:http";
import path from "node:path";
import { createTestDatabase, startPostgres } from "#test/databases/postgres.ts";
import type { RunningProgram } from "../start-program.ts";
import { fillPostgres } from "./fill-postgres.ts";
import { fillSqlite } from "./fill-sqlite.ts";
import { frequentLabel, memberPlaylist, memberToken, planted, rareLabel } from "./generate-tracks.ts";

/** Growth is judged from the second to the third. */
export const scaleSizes = [1000, 100_000, 1_000_000] as const;

/** The most that a page may grow from the second size to the third … */
const maxGrowth = 2;
/** … unless it answers a rare short query (ms, 95th percentile). */
const maxRareShortMs = 100;

interface ScaleRow {
  database: "sqlite" | "postgres";
  page: string;
  timings: Timing[];
  /** Of the 95th percentile, from the second size to the third. */
  growth: number;
  holds: boolean;
}

interface Scale {
  rows: ScaleRow[];
  fills: { database: string; tracks: number; seconds: number }[];
  postgres: string | null;
}

const search = (query: Record<string, string>) => `/search?${new URLSearchParams(query)}`;

const someTrack = 501;

const pages: { page: string; path: string; isRareShort?: boolean }[] = [
  { page: "home", path: "/" },
  { page: "search, nothing asked (recommended)", path: "/search" },
  ...([1, 2, 3, 8] as const).flatMap((length) => [
    { page: `search, ${length} frequent`, path: search({ search: planted[length].frequent }) },
    {
      page: `search, ${length} rare`,
      path: search({ search: planted[length].rare }),
      isRareShort: length <= 2,
    },
  ]),
  { page: "category, frequent", path: search({ category: frequentLabel }) },
  { page: "category, rare", path: search({ category: rareLabel }) },
  { page: "track", path: `/track/${someTrack}` },
  { page: "author", path: "/user/bench-3" },
  { page: "followers of an author", path: "/bench-3/followers" },
  { page: "profile", path: "/profile" },
  { page: "favorites", path: "/favorites" },
  { page: "history", path: "/history" },
  { page: "notifications", path: "/notifications" },
  { page: "playlists", path: "/playlists" },
  { page: "playlist", path: `/playlists/${memberPlaylist}` },
  { page: "playlists of a track", path: `/track/${someTrack}/playlists` },
  { page: "API, tracks", path: "/api/tracks" },
  { page: "API, track", path: `/api/tracks/${someTrack}` },
  { page: "podcast feed", path: "/users/bench-3/feed.xml" },
  { page: "sitemap", path: "/sitemap.xml" },
];

/**
 * Times pages with 1,000, 100,000 and 1,000,000 tracks, on SQLite and, if installed, the bench's own Postgres. `start` takes
 * settings.
 */
export async function measureScale(o: {
  folder: string;
  start: (env: Record<string, string>) => Promise<RunningProgram>;
  say: (progress: string) => void;
}): Promise<Scale> {
  const now = Date.now();
  const fills: Scale["fills"] = [];
  const rows: ScaleRow[] = [];

  /** Fills each size, then asks all in turn. */
  const measure = async (
    database: ScaleRow["database"],
    prepare: (
      count: number,
      dataDir: string,
    ) => Promise<{ env: Record<string, string>; fill: () => Promise<void> | void }>,
  ) => {
    const filled: Record<string, string>[] = [];
    for (const count of scaleSizes) {
      const dataDir = path.join(o.folder, `${database}-${count}`);
      mkdirSync(dataDir, { recursive: true });
      const { env, fill } = await prepare(count, dataDir);
      await (await o.start(env)).stop();
      const began = performance.now();
      await fill();
      const seconds = (performance.now() - began) / 1000;
      fills.push({ database, tracks: count, seconds });
      o.say(`${database}: ${count} tracks written in ${seconds.toFixed(0)} s`);
      filled.push(env);
    }
    const servers: RunningProgram[] = [];
    for (const env of filled) servers.push(await o.start(env));
    for (const page of pages) {
      const timings = await timeRequests({ ports: servers.map(({ port }) => port), path: page.path });
      const row = { database, page: page.page, timings, ...judge(timings, page.isRareShort) };
      rows.push(row);
      o.say(`${database}, ${page.page}: p95 ${timings.map(({ p95Ms }) => p95Ms.toFixed(1)).join(" / ")} ms`);
    }
    for (const server of servers) await server.stop();
  };

  await measure("sqlite", async (count, dataDir) => ({
    env: { DATA_DIR: dataDir, DATABASE_URL: "" },
    fill: () => fillSqlite({ dataDir, count, now }),
  }));
  const postgres = await startPostgres();
  if (postgres) {
    const stop = () => postgres.stop();
    process.once("exit", stop);
    await measure("postgres", async (count, dataDir) => {
      const { url } = await createTestDatabase(postgres.url, `bench_${count}`);
      return {
        env: { DATA_DIR: dataDir, DATABASE_URL: url },
        fill: () => fillPostgres({ url, count, now }),
      };
    });
    process.removeListener("exit", stop);
    stop();
  }
  return { rows, fills, postgres: postgres?.version ?? null };
}

function judge(timings: readonly Timing[], isRareShort = false): Pick<ScaleRow, "growth" | "holds"> {
  const last = timings[2]?.p95Ms ?? Number.NaN;
  const growth = last / (timings[1]?.p95Ms ?? Number.NaN);
  return { growth, holds: growth <= maxGrowth || (isRareShort && last < maxRareShortMs) };
}

interface Timing {
  p50Ms: number;
  p95Ms: number;
  /** 200, fewer if slow. */
  requests: number;
}

const maxRequests = 200;
const fewestRequests = 20;
const warmUps = 20;
const warmUpWithinMs = 4000;
const withinMs = 20_000;

/**
 * Asks several loopback servers for the same page in turn, on one connection each, so that other work meets all alike; warms
 * up, then counts up to 200. Throws on any answer but 200.
 */
async function timeRequests(o: { ports: readonly number[]; path: string }): Promise<Timing[]> {
  const servers = o.ports.map((port) => ({
    port,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    times: [] as number[],
  }));
  try {
    const began = performance.now();
    for (let n = 0; n < warmUps && (n < 2 || performance.now() - began < warmUpWithinMs); n++) {
      for (const server of servers) await ask({ ...server, path: o.path });
    }
    const started = performance.now();
    for (let n = 0; n < maxRequests; n++) {
      if (n >= fewestRequests && performance.now() - started > withinMs) break;
      for (const server of servers) server.times.push(await ask({ ...server, path: o.path }));
    }
    return servers.map(({ times }) => {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return { p50Ms: at(0.5), p95Ms: at(0.95), requests: sorted.length };
    });
  } finally {
    for (const { agent } of servers) agent.destroy();
  }
}

function ask(o: { port: number; path: string; agent: Agent }): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = performance.now();
    // As a member, whose pages are rendered each time: visitors share them.
    const headers = { Accept: "text/html", Cookie: `mugen_session=${memberToken}` };
    const options = { host: "127.0.0.1", ...o, headers };
    get(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${o.path} answered ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - asked));
    }).once("error", reject);
  });
}
