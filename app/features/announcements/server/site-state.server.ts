import { desc } from "drizzle-orm";
import { z } from "zod";
import { Unavailable } from "#app/features/domain-error.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { logger } from "#app/logger.server.ts";
import { closing } from "#app/shutdown-signals.server.ts";
import { databaseVersionNow, primary } from "#db/client.ts";
import { announcements } from "#db/schema/index.ts";
import { readSetting } from "#db/settings.ts";
import type { Announcement, Maintenance } from "../announcements.ts";

/** Row of `settings` that exists during a maintenance. */
export const maintenanceKey = "maintenance";

/** Another process's change may go unseen for this long. */
const refreshMs = 5000;
const maxKept = 50;

interface SiteState {
  /** Not ended by an operator, the latest beginning first; some are planned or over. */
  announcements: readonly Announcement[];
  maintenance: Maintenance | null;
}

/** In memory: every page asks for it, and must not query the database for what is nearly never there. */
let state: SiteState = { announcements: [], maintenance: null };
let readVersion: string | null = null;

const storedMaintenance = z.object({ until: z.string().nullable(), note: z.string() });

export async function refreshSiteState(): Promise<void> {
  const version = databaseVersionNow();
  if (version !== null && version === readVersion) return;
  const [rows, stored] = await Promise.all([
    primary
      .select()
      .from(announcements)
      .orderBy(desc(announcements.startsAt), desc(announcements.id))
      .limit(maxKept),
    readSetting(primary, maintenanceKey),
  ]);
  const found = stored && storedMaintenance.parse(JSON.parse(stored));
  state = {
    announcements: rows.filter(({ endedAt }) => endedAt === null),
    maintenance: found ? { until: found.until ? new Date(found.until) : null, note: found.note } : null,
  };
  readVersion = version;
}

/** Until the process ends. The last state holds while the database does not answer. */
export async function watchSiteState(): Promise<void> {
  const refresh = () =>
    refreshSiteState().catch((error: unknown) => logger.warn({ err: error }, "announcements were not read"));
  await refresh();
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  closing.addEventListener("abort", () => clearInterval(timer));
}

export const currentAnnouncements = (now = new Date()): Announcement[] =>
  state.announcements.filter(({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || endsAt > now));

export const currentMaintenance = (): Maintenance | null => state.maintenance;

/** 「2026/11/28 5:00ごろまで」; empty where nobody knows. */
export const maintenanceEnd = ({ until }: Maintenance): string =>
  until ? `${formatDateTime(until)}ごろまで` : "";

const retryAfterS = 300;

/** Only operators change anything during a maintenance. Throws `Unavailable`: forms come back as typed, calls answer 503. */
export function refuseDuringMaintenance(): void {
  if (!state.maintenance) return;
  const end = maintenanceEnd(state.maintenance);
  throw new Unavailable(
    `ただいまメンテナンス中です${end && `（${end}）`}。聴くことはできます。入力した内容は保存されていません。終わってから、もう一度お試しください。`,
    retryAfterS,
  );
}
