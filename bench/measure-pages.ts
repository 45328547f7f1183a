import { type Comparison, compareServers, type Target } from "./compare-servers.ts";
import type { RunningProgram } from "./start-program.ts";

/** Processor time of a page that visitors share, as browsers ask for it, against a page of the one-route app. */
export const visitorsGoal = 0.5;

/**
 * Pages per second: the one-route app's first, as the measure, then Mugen's for visitors without a session, who share
 * them: uncompressed, and in brotli, as browsers ask for them.
 */
export async function measurePages(o: {
  mugen: RunningProgram;
  oneRoute: RunningProgram;
  trackId: number;
}): Promise<Comparison[]> {
  const target = (name: string, program: RunningProgram, path: string, encoding = ""): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nAccept: text/html\r\n` +
          `${encoding && `Accept-Encoding: ${encoding}\r\n`}\r\n`,
      ),
    ],
  });
  const targets = [
    target("one-route app", o.oneRoute, "/"),
    target("mugen home", o.mugen, "/"),
    target("mugen track", o.mugen, `/track/${o.trackId}`),
    target("mugen home, brotli", o.mugen, "/", "br"),
    target("mugen track, brotli", o.mugen, `/track/${o.trackId}`, "br"),
    target("mugen search, brotli", o.mugen, "/search", "br"),
  ];
  return compareServers({ targets, connections: [1, 10], rounds: 3, seconds: 1 });
}
