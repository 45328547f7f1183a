import { and, count, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { playbacks, trackReports, tracks, users } from "#db/schema/index.ts";
import type { MemberSort } from "../admin-members.ts";

/** An order looks at the latest 10,000 plays, reports or takedowns, and shows 1,000 members. */
const windowSize = 10_000;
const maxSorted = 1000;

/** `fact`: the value by which they are sorted, such as 「報告 3件」. */
interface SortedMember {
  id: string;
  fact: string;
}

/** The first 1,000: who listened last, or whose tracks have the most reports or takedowns. Omits members with none. */
export async function sortMembers(
  sort: Exclude<MemberSort, "joined">,
  { where, now }: { where: SQL | undefined; now: Date },
): Promise<SortedMember[]> {
  if (sort === "heard") {
    const newest = primary
      .select({ userId: playbacks.userId, at: playbacks.updatedAt })
      .from(playbacks)
      .orderBy(desc(playbacks.updatedAt), desc(playbacks.userId))
      .limit(windowSize)
      .as("newest");
    const rows = await primary
      .select({ id: users.id, at: newest.at })
      .from(newest)
      .innerJoin(users, eq(users.id, newest.userId))
      .where(where)
      .orderBy(desc(newest.at), desc(users.id))
      .limit(maxSorted);
    return rows.map(({ id, at }) => ({ id, fact: `最後に聴いた：${formatTimeAgo(at, now)}` }));
  }
  const newest =
    sort === "reports"
      ? primary
          .select({ trackId: trackReports.trackId })
          .from(trackReports)
          .orderBy(desc(trackReports.createdAt), desc(trackReports.id))
          .limit(windowSize)
          .as("newest")
      : primary
          .select({ trackId: tracks.id })
          .from(tracks)
          .where(isNotNull(tracks.takenDownAt))
          .orderBy(desc(tracks.id))
          .limit(windowSize)
          .as("newest");
  const number = count();
  const rows = await primary
    .select({ id: users.id, number })
    .from(newest)
    .innerJoin(tracks, eq(tracks.id, newest.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(where))
    // Prevents a bad plan: in the order of members it would read all of them.
    .groupBy(noIndexHint(sql`${users.id}`))
    .orderBy(desc(number), desc(users.id))
    .limit(maxSorted);
  const label = sort === "reports" ? "報告" : "公開停止";
  return rows.map((row) => ({ id: row.id, fact: `${label} ${row.number.toLocaleString("ja-JP")}件` }));
}
