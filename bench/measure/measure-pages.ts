import { type Comparison, compareServers, type Target } from "../compare-servers.ts";
import type { Installation } from "../fill/fill-installation.ts";
import type { RunningProgram } from "../start-program.ts";

/** Processor time of a page that visitors share, as browsers ask for it, against a page of the one-route app. */
export const visitorsGoal = 0.5;
/** Of a page that is rendered for a member, likewise. */
export const membersGoal = 4;

/**
 * Pages per second: the one-route app's first, as the measure, then Mugen's for visitors without a session, who share
 * them: uncompressed, and in brotli, as browsers ask for them; and for a member, rendered for each request, uncompressed.
 */
export async function measurePages(o: {
  mugen: RunningProgram;
  oneRoute: RunningProgram;
  installation: Installation;
}): Promise<Comparison[]> {
  const { trackId, cookie } = o.installation;
  const target = (name: string, program: RunningProgram, path: string, ...headers: string[]): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        [
          `GET ${path} HTTP/1.1`,
          `Host: 127.0.0.1:${program.port}`,
          "Accept: text/html",
          ...headers,
          "\r\n",
        ].join("\r\n"),
      ),
    ],
  });
  const brotli = "Accept-Encoding: br";
  const session = `Cookie: ${cookie}`;
  const targets = [
    target("one-route app", o.oneRoute, "/"),
    target("mugen home", o.mugen, "/"),
    target("mugen track", o.mugen, `/track/${trackId}`),
    target("mugen home, brotli", o.mugen, "/", brotli),
    target("mugen track, brotli", o.mugen, `/track/${trackId}`, brotli),
    target("mugen search, brotli", o.mugen, "/search", brotli),
    target("mugen home, member", o.mugen, "/", session),
    target("mugen track, member", o.mugen, `/track/${trackId}`, session),
    target("mugen search, member", o.mugen, "/search", session),
  ];
  return compareServers({ targets, connections: [1, 10], rounds: 9, seconds: 0.4 });
}
