import { Agent, get } from "node:http";
import { memberToken } from "./member-rows.ts";

export interface Timing {
  p50Ms: number;
  p95Ms: number;
  /** How many were timed: 200, fewer where they take long. */
  requests: number;
}

const maxRequests = 200;
const fewestRequests = 20;
const warmUps = 20;
const warmUpWithinMs = 4000;
const withinMs = 20_000;

/**
 * Asks several loopback servers for the same page in turn, one request after the other, each on one connection: what
 * else the machine does meets all of them alike. First some to warm up, then up to 200 that count. Throws on any answer
 * but 200.
 */
export async function timeRequests(o: { ports: readonly number[]; path: string }): Promise<Timing[]> {
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

/** Milliseconds until the last byte. */
function ask(o: { port: number; path: string; agent: Agent }): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = performance.now();
    // As a member, for whom each page is rendered: visitors share it for two seconds.
    const headers = { Accept: "text/html", Cookie: `mugen_session=${memberToken}` };
    const options = { host: "127.0.0.1", ...o, headers };
    get(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${o.path} answered ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - asked));
    }).once("error", reject);
  });
}
