import { Agent, get } from "node:http";
import { memberToken } from "./generate-tracks.ts";

export interface Timing {
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
