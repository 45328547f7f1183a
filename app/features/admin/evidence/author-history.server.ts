import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { primary } from "#db/client.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import type { AuthorHistory } from "./evidence.ts";

const newAccountMs = 7 * dayMs;

export async function readAuthorHistories(
  authorIds: readonly string[],
  now: Date,
): Promise<Map<string, AuthorHistory>> {
  const ids = [...new Set(authorIds)];
  if (ids.length === 0) return new Map();
  const [accounts, reported, takenDown] = await Promise.all([
    primary.select({ id: users.id, createdAt: users.createdAt }).from(users).where(inArray(users.id, ids)),
    primary
      .select({ userId: tracks.userId, count: count() })
      .from(tracks)
      .innerJoin(trackReports, eq(trackReports.trackId, tracks.id))
      .where(inArray(tracks.userId, ids))
      .groupBy(tracks.userId),
    primary
      .select({ userId: tracks.userId, count: count() })
      .from(tracks)
      .where(and(inArray(tracks.userId, ids), isNotNull(tracks.takenDownAt)))
      .groupBy(tracks.userId),
  ]);
  const countOf = (rows: typeof reported, id: string) => rows.find(({ userId }) => userId === id)?.count ?? 0;
  return new Map(
    accounts.map(({ id, createdAt }) => [
      id,
      {
        age: formatTimeAgo(createdAt, now),
        isNew: now.getTime() - createdAt.getTime() < newAccountMs,
        reports: countOf(reported, id),
        takedowns: countOf(takenDown, id),
      },
    ]),
  );
}
