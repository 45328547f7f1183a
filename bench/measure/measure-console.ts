import { Agent, get } from "node:http";
import { processorSeconds, processorSecondsOfFamily } from "../process-usage.ts";
import type { RunningProgram } from "../start-program.ts";

export const consoleGoalMs = 30;

export interface ConsoleTiming {
  page: string;
  /** Per request, whole process; null without /proc. */
  cpuMs: number | null;
  /** The same of all processes of Postgres; null for SQLite, which is part of the process. */
  databaseCpuMs: number | null;
  p95Ms: number;
}

const pages = [
  { page: "overview, 30 days", path: "/admin" },
  { page: "overview, 90 days", path: "/admin?days=90" },
  { page: "jobs", path: "/admin/jobs" },
  { page: "queue of the day", path: "/admin/review" },
  { page: "queue of the day, a filter that finds nothing", path: "/admin/review?length=long" },
  { page: "reports", path: "/admin/inquiries?tab=reports" },
  { page: "members", path: "/admin/members" },
  { page: "members, by reports", path: "/admin/members?sort=reports" },
  { page: "a member", path: "/admin/users/m25" },
  { page: "tracks", path: "/admin/tracks" },
  { page: "money", path: "/admin/money" },
  { page: "money, disputes", path: "/admin/money?view=disputes" },
  { page: "log", path: "/admin/log" },
];
const warmUps = 100;
const requests = 200;

/** One request after the other over one connection, after a warm-up. `postgres`: its first process, if there is one. */
export async function measureConsole(o: {
  mugen: RunningProgram;
  token: string;
  postgres?: number;
}): Promise<ConsoleTiming[]> {
  const { mugen, token, postgres } = o;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const asked = performance.now();
      const headers = { Accept: "text/html", Cookie: `mugen_admin=${token}` };
      get({ host: "127.0.0.1", port: mugen.port, path, agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
        response.resume().once("end", () => resolve(performance.now() - asked));
      }).once("error", reject);
    });
  const used = () => ({
    program: processorSeconds(mugen.pid),
    database: postgres === undefined ? null : processorSecondsOfFamily(postgres),
  });
  const perRequest = (before: number | null, after: number | null) =>
    before === null || after === null ? null : ((after - before) * 1000) / requests;
  try {
    const timings: ConsoleTiming[] = [];
    for (const { page, path } of pages) {
      for (let n = 0; n < warmUps; n++) await ask(path);
      const before = used();
      const times: number[] = [];
      for (let n = 0; n < requests; n++) times.push(await ask(path));
      const after = used();
      times.sort((a, b) => a - b);
      timings.push({
        page,
        cpuMs: perRequest(before.program, after.program),
        databaseCpuMs: perRequest(before.database, after.database),
        p95Ms: times[Math.floor(requests * 0.95)] ?? Number.NaN,
      });
    }
    return timings;
  } finally {
    agent.destroy();
  }
}
