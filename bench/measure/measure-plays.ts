import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "#test/databases/postgres.ts";
import { median } from "../median.ts";
import { type RunningProgram, startProgram } from "../start-program.ts";

interface Plays {
  /** Each by another listener, and the track's count afterwards. */
  sent: number;
  counted: number;
  /** Home's p95 when quiet, and during a thousand plays; medians. */
  quietP95Ms: number;
  busyP95Ms: number;
  /** Busy to quiet within each round; median. */
  ratio: number;
  answeredMs: number;
}

const listeners = 1000;
const rounds = 5;
const pages = 100;
const pageEveryMs = 40;
const calmPages = 25;

const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

/**
 * A thousand listeners play a track at once while home is asked for 25 times a second, compared with home alone. On `dataDir`,
 * which no server may have open, or on Postgres (`databaseUrl`).
 */
export async function measurePlays(o: { dataDir: string; trackId: number; log: string }): Promise<Plays> {
  const mugen = await startBehindProxy(o);
  try {
    const path = `/api/tracks/${o.trackId}`;
    const countNow = async () =>
      z
        .object({ playCount: z.number() })
        .parse(await (await fetch(`http://127.0.0.1:${mugen.port}${path}`)).json()).playCount;
    const before = await countNow();
    // Prevents measuring the compiler.
    await askPages(mugen.port);
    await play({ port: mugen.port, path, round: rounds });
    const [quiet, busy, answered]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      quiet?.push(await askPages(mugen.port));
      const plays = delay(calmPages * pageEveryMs).then(() => play({ port: mugen.port, path, round }));
      busy?.push(await askPages(mugen.port));
      answered?.push(await plays);
    }
    const sent = listeners * (rounds + 1);
    let counted = 0;
    // The last batch is written within a second; an extra play would show by then.
    for (let look = 0; look < 20 && counted < sent; look++) {
      await delay(250);
      counted = (await countNow()) - before;
    }
    return {
      sent,
      counted,
      quietP95Ms: median(quiet ?? []),
      busyP95Ms: median(busy ?? []),
      ratio: median((busy ?? []).map((p95, round) => p95 / (quiet?.[round] ?? Number.NaN))),
      answeredMs: median(answered ?? []),
    };
  } finally {
    await mugen.stop();
  }
}

/** So that each listener has an address. */
async function startBehindProxy(o: {
  dataDir: string;
  databaseUrl?: string;
  log: string;
}): Promise<RunningProgram> {
  const port = await freePort();
  return startProgram({
    name: "mugen",
    command: process.execPath,
    args: [path.join(import.meta.dirname, "../../app/start.mjs")],
    port,
    path: "/health",
    log: o.log,
    env: {
      DATA_DIR: o.dataDir,
      DATABASE_URL: o.databaseUrl ?? "",
      PORT: String(port),
      HOST: "127.0.0.1",
      SEED: "off",
      PUBLIC_ORIGIN: "https://mugen.example",
      TRUST_PROXY: "on",
      GOOGLE_CLIENT_ID: "bench",
      GOOGLE_CLIENT_SECRET: "bench",
    },
  });
}

/** Every 40 ms, without waiting for the last page. Returns the p95 (ms). */
async function askPages(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const times = Array.from({ length: pages }, async (_, n) => {
    const due = n * pageEveryMs;
    await delay(Math.max(0, due - (performance.now() - started)));
    const asked = performance.now();
    await new Promise<void>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/", agent, headers: { Accept: "text/html" } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`home answered ${response.statusCode}`));
        response.resume().once("end", resolve);
      }).once("error", reject);
    });
    return performance.now() - asked;
  });
  const sorted = Float64Array.from(await Promise.all(times)).sort();
  agent.destroy();
  return sorted[Math.floor(pages * 0.95)] ?? Number.NaN;
}

/** Over open connections. Returns the ms until all are answered. */
async function play(o: { port: number; path: string; round: number }): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: listeners }, () => opened(o.port)));
  const started = performance.now();
  const answers = sockets.map((socket, n) => {
    const body = JSON.stringify({ sessionId: `bench-${o.round}-${n}` });
    const head = [
      `POST ${o.path}/increment-play-count HTTP/1.1`,
      "Host: mugen.example",
      `User-Agent: ${browser}`,
      `X-Forwarded-For: 10.${o.round}.${n >> 8}.${n & 255}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
    ];
    return new Promise<void>((resolve, reject) => {
      socket.once("data", (bytes: Buffer) => {
        if (!bytes.toString("latin1").startsWith("HTTP/1.1 200 ")) reject(new Error(`a play: ${bytes}`));
        socket.resume();
      });
      socket.once("close", resolve).once("error", reject);
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    });
  });
  await Promise.all(answers);
  return performance.now() - started;
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port }, () => resolve(socket));
    socket.once("error", reject);
  });
}
