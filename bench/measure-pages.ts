import { type Comparison, compareServers, type Target } from "./compare-servers.ts";
import type { RunningProgram } from "./start-program.ts";

/**
 * Pages rendered per second, uncompressed: the one-route app's first, as the measure, then Mugen's home and a track's
 * page for a visitor.
 */
export async function measurePages(o: {
  mugen: RunningProgram;
  oneRoute: RunningProgram;
  trackId: number;
}): Promise<Comparison[]> {
  const target = (name: string, program: RunningProgram, path: string): Target => ({
    name,
    program,
    status: 200,
    // Without Accept-Encoding, so that no side compresses.
    requests: [
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nAccept: text/html\r\n\r\n`),
    ],
  });
  const targets = [
    target("one-route app", o.oneRoute, "/"),
    target("mugen home", o.mugen, "/"),
    target("mugen track", o.mugen, `/track/${o.trackId}`),
  ];
  return compareServers({ targets, connections: [1, 10], rounds: 3, seconds: 1 });
}
