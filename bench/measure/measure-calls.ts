import { type Comparison, compareServers, type Target } from "../compare-servers.ts";
import type { Installation } from "../fill/fill-installation.ts";
import type { RunningProgram } from "../start-program.ts";

/** Processor time of a call, against that of a bare resource route of React Router. */
export const callsGoal = 2.5;

/**
 * JSON calls per second, uncompressed: the resource route of the one-route app first, as the measure, then the calls that
 * pages and programs make most, those with a session as a member.
 */
export async function measureCalls(o: {
  mugen: RunningProgram;
  oneRoute: RunningProgram;
  installation: Installation;
}): Promise<Comparison[]> {
  const { mugen, oneRoute, installation } = o;
  const target = (name: string, program: RunningProgram, path: string, cookie?: string): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nAccept: application/json\r\n` +
          `${cookie ? `Cookie: ${cookie}\r\n` : ""}\r\n`,
      ),
    ],
  });
  const { trackId, cookie } = installation;
  const targets = [
    target("bare resource route", oneRoute, "/resource"),
    target("/ping", mugen, "/ping"),
    target("/api/tracks/{id}", mugen, `/api/tracks/${trackId}`),
    target("/api/tracks, twenty", mugen, "/api/tracks?limit=20"),
    target("/api/likes/check/{id}, member", mugen, `/api/likes/check/${trackId}`, cookie),
  ];
  return compareServers({ targets, connections: [1, 10], rounds: 3, seconds: 1 });
}
