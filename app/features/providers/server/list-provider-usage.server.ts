import { desc, eq, gte } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { primary } from "#db/client.ts";
import { engineCircuits, engineDays, engineUsage, users } from "#db/schema/index.ts";

/** Today included. */
const shownDays = 30;
const readRequests = 200;
const shownJobs = 20;

/** For the operator. Omits engines that cost nothing. */
export async function listProviderUsage(now: Date = new Date()) {
  const firstDay = tokyoDay(new Date(now.getTime() - (shownDays - 1) * dayMs));
  const [days, circuits, requests] = await Promise.all([
    primary.select().from(engineDays).where(gte(engineDays.day, firstDay)),
    primary.select().from(engineCircuits),
    primary
      .select({ usage: engineUsage, member: { id: users.id, name: users.name } })
      .from(engineUsage)
      .leftJoin(users, eq(users.id, engineUsage.userId))
      .orderBy(desc(engineUsage.createdAt))
      .limit(readRequests),
  ]);
  const today = tokyoDay(now);
  const { SCRIPT_ENGINE, FACT_CHECK_ENGINE } = environment();
  const names = new Set([
    SCRIPT_ENGINE,
    FACT_CHECK_ENGINE,
    ...[...days, ...circuits].map(({ engine }) => engine),
  ]);
  const engines = [...names]
    .filter((engine) => engine !== "local")
    .map((engine) => {
      const own = days.filter((day) => day.engine === engine);
      const circuit = circuits.find((one) => one.engine === engine);
      return {
        engine,
        today: own.find(({ day }) => day === today) ?? null,
        yen: own.reduce((sum, { yen }) => sum + yen, 0),
        /** Null for an engine that has not failed lately. */
        circuit: circuit ? { openUntil: circuit.openUntil, lastError: circuit.lastError } : null,
      };
    });
  return { engines, jobs: groupByJob(requests) };
}

interface Request {
  usage: typeof engineUsage.$inferSelect;
  member: { id: string; name: string } | null;
}

function toJob({ usage, member }: Request) {
  const { id, taskId, engine, purpose, model, outcome, createdAt: at } = usage;
  const key = taskId === null ? `request ${id}` : `${taskId} ${purpose} ${engine}`;
  const sums = { requests: 0, characters: 0, inputTokens: 0, outputTokens: 0, milliseconds: 0, yen: 0 };
  return { key, purpose, model, member, outcome, at, ...sums };
}

function groupByJob(requests: readonly Request[]) {
  const jobs = new Map<string, ReturnType<typeof toJob>>();
  for (const request of requests) {
    const { usage } = request;
    const first = toJob(request);
    const job = jobs.get(first.key) ?? first;
    job.requests++;
    job.characters += usage.characters;
    job.inputTokens += usage.inputTokens;
    job.outputTokens += usage.outputTokens;
    job.milliseconds += usage.milliseconds;
    job.yen += usage.yen;
    jobs.set(job.key, job);
  }
  return [...jobs.values()].slice(0, shownJobs);
}
