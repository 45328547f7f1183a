import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { publicSessionId } from "#app/features/accounts/sessions/session.server.ts";
import type { AuditTargetType } from "#app/features/audit/audit-actions.ts";
import { primary } from "#db/client.ts";
import {
  adminSessions,
  contactMessages,
  generationTasks,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import { inquiriesHref } from "../inquiries/inquiries.ts";

/** Finds the page of each of these ids, where there is one that has the row now. */
type FindPages = (ids: readonly string[]) => Promise<(readonly [id: string, path: string])[]>;

const part = encodeURIComponent;

const numbers = (ids: readonly string[]) => ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);

/** Of other kinds no page shows a single row for certain. */
const finders: Partial<Record<AuditTargetType, FindPages>> = {
  user: async (ids) =>
    (
      await primary
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, [...ids]))
    ).map(({ id }) => [id, `/admin/users/${part(id)}`] as const),
  track: async (ids) =>
    (
      await primary
        .select({ id: tracks.id })
        .from(tracks)
        .where(inArray(tracks.id, numbers(ids)))
    ).map(({ id }) => [String(id), `/admin/tracks/${id}`] as const),
  // By the id of the track that was reported.
  report: async (ids) =>
    (
      await primary
        .select({
          id: trackReports.trackId,
          open: sql<number | string>`count(*) filter (where ${trackReports.handledAt} is null)`,
        })
        .from(trackReports)
        .where(inArray(trackReports.trackId, numbers(ids)))
        .groupBy(trackReports.trackId)
    ).map(({ id, open }) => {
      const state = Number(open) > 0 ? "open" : "closed";
      return [String(id), inquiriesHref({ tab: "reports", state, track: id })] as const;
    }),
  message: async (ids) =>
    (
      await primary
        .select({ id: contactMessages.id })
        .from(contactMessages)
        .where(inArray(contactMessages.id, numbers(ids)))
    ).map(({ id }) => [String(id), `/admin/inquiries?tab=messages&id=${id}`] as const),
  session: async () =>
    (
      await primary
        .select({ id: adminSessions.id })
        .from(adminSessions)
        .where(gt(adminSessions.expiresAt, new Date()))
        .limit(100)
    ).map(({ id }) => [publicSessionId(id), "/admin/account"] as const),
  task: async (ids) =>
    (
      await primary
        .select({ id: generationTasks.id })
        .from(generationTasks)
        .where(and(eq(generationTasks.kind, "text"), inArray(generationTasks.id, [...ids])))
    ).map(({ id }) => [id, `/admin/generate?task=${part(id)}`] as const),
};

/** A target of the log by one text, as it stands in the address of the filtered log. */
export const targetKey = (type: string, id: string) => `${type}:${id}`;

/** The pages of the console that show these targets now, by `targetKey`; those that have gone have none. */
export async function findTargetPages(
  targets: readonly { type: string; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const [type, find] of Object.entries(finders)) {
    const ids = [...new Set(targets.filter((target) => target.type === type).map(({ id }) => id))];
    if (ids.length === 0) continue;
    for (const [id, path] of await find(ids)) pages.set(targetKey(type, id), path);
  }
  return pages;
}
