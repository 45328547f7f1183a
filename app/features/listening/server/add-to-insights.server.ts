import { inArray, sql } from "drizzle-orm";
import { chunk } from "#app/lib/chunk.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Db } from "#db/client.ts";
import { type listenSources, memberInsights, trackInsights, tracks } from "#db/schema/index.ts";
import type { CountKind, PlaySource } from "../listening.ts";

export interface CountedEvent {
  kind: CountKind;
  id: number;
  source?: PlaySource | undefined;
}

type ListenSource = (typeof listenSources)[number];

const batchSize = 500;

export const isListened = ({ kind }: { kind: CountKind }): boolean => kind === "play" || kind === "download";

/**
 * Adds plays and downloads to the counters of the day, the tracks and their authors. The caller has locked the tracks, which
 * covers their counters; everybody writes those of authors in the same order.
 */
export async function addToInsights(
  tx: Db,
  { counted, now }: { counted: readonly CountedEvent[]; now: Date },
): Promise<void> {
  const listened = counted.filter(isListened);
  if (listened.length === 0) return;
  const authors = await findAuthors(tx, [...new Set(listened.map(({ id }) => id))]);
  const day = tokyoDay(now);
  const byTrack = new Map<string, typeof trackInsights.$inferInsert>();
  const byMember = new Map<string, typeof memberInsights.$inferInsert>();
  for (const { kind, id: trackId, source: way = "site" } of listened) {
    const userId = authors.get(trackId);
    if (userId === undefined) continue;
    const source: ListenSource = kind === "download" ? "feed" : way;
    add(byTrack, `${trackId} ${source}`, { trackId, day, source, value: 1 });
    add(byMember, `${userId} ${source}`, { userId, day, source, value: 1 });
  }
  for (const rows of chunk([...byTrack.values()], batchSize)) {
    await tx
      .insert(trackInsights)
      .values(rows)
      .onConflictDoUpdate({
        target: [trackInsights.trackId, trackInsights.day, trackInsights.source],
        set: { value: sql`${trackInsights.value} + excluded.value` },
      });
  }
  const sorted = [...byMember].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  for (const rows of chunk(sorted, batchSize)) {
    await tx
      .insert(memberInsights)
      .values(rows)
      .onConflictDoUpdate({
        target: [memberInsights.userId, memberInsights.day, memberInsights.source],
        set: { value: sql`${memberInsights.value} + excluded.value` },
      });
  }
}

function add<Row extends { value: number }>(rows: Map<string, Row>, key: string, row: Row): void {
  const before = rows.get(key);
  if (before) before.value += row.value;
  else rows.set(key, row);
}

async function findAuthors(tx: Db, trackIds: number[]): Promise<Map<number, string>> {
  const authors = new Map<number, string>();
  for (const ids of chunk(trackIds, batchSize)) {
    const rows = await tx
      .select({ id: tracks.id, userId: tracks.userId })
      .from(tracks)
      .where(inArray(tracks.id, ids));
    for (const { id, userId } of rows) authors.set(id, userId);
  }
  return authors;
}
