import { environment } from "#app/config/environment.ts";
import { listProviderUsage } from "#app/features/providers/server/list-provider-usage.server.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";

/** The engines that cost something, as the page of jobs shows them; null where there is none. */
export async function findEngines(now: Date) {
  const { engines, jobs } = await listProviderUsage(now);
  if (engines.length === 0) return null;
  const { ENGINE_DAILY_REQUESTS, ENGINE_DAILY_CHARACTERS } = environment();
  return {
    limits: { requests: ENGINE_DAILY_REQUESTS, characters: ENGINE_DAILY_CHARACTERS },
    engines: engines.map(({ circuit, ...engine }) => ({
      ...engine,
      circuit: circuit && {
        isOpen: circuit.openUntil !== null && circuit.openUntil > now,
        lastError: circuit.lastError,
      },
    })),
    jobs: jobs.map(({ at, ...job }) => ({ ...job, since: formatTimeAgo(at, now) })),
  };
}
