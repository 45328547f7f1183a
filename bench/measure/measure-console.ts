import { Agent, get } from "node:http";
import { processorSeconds } from "../process-usage.ts";
import type { RunningProgram } from "../start-program.ts";

/** The processor time that a page of the console may take (ms). */
export const consoleGoalMs = 30;

interface ConsoleTiming {
  page: string;
  /** A request's, of the whole process; null where the system does not tell. */
  cpuMs: number | null;
  p95Ms: number;
}

const pages = [
  { page: "overview, 30 days", path: "/admin" },
  { page: "overview, 90 days", path: "/admin?days=90" },
  { page: "jobs", path: "/admin/jobs" },
];
const warmUps = 100;
const requests = 200;

/** What pages of the console cost: one request after the other over one connection, after some to warm up. */
export async function measureConsole(o: { mugen: RunningProgram; token: string }): Promise<ConsoleTiming[]> {
  const { mugen, token } = o;
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
  try {
    const timings: ConsoleTiming[] = [];
    for (const { page, path } of pages) {
      for (let n = 0; n < warmUps; n++) await ask(path);
      const before = processorSeconds(mugen.pid);
      const times: number[] = [];
      for (let n = 0; n < requests; n++) times.push(await ask(path));
      const after = processorSeconds(mugen.pid);
      times.sort((a, b) => a - b);
      timings.push({
        page,
        cpuMs: before === null || after === null ? null : ((after - before) * 1000) / requests,
        p95Ms: times[Math.floor(requests * 0.95)] ?? Number.NaN,
      });
    }
    return timings;
  } finally {
    agent.destroy();
  }
}
