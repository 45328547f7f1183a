import { and, asc, lte, ne, or, sql } from "drizzle-orm";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playReceipts } from "#db/schema/index.ts";
import { maxAgeS, recountAfterMs } from "../listening.ts";

/** Marks per transaction; between them other writers get their turn. */
const batchSize = 1000;
const maxRounds = 300;

/** Removes marks that no longer prevent a count or the return of a deleted history. */
export async function removeExpiredPlayReceipts(now: Date = new Date()): Promise<number> {
  const { listener, trackId, kind, countedAt } = playReceipts;
  const before = (ms: number) => lte(countedAt, new Date(now.getTime() - ms));
  const isOld = and(
    before(Math.max(...Object.values(recountAfterMs))),
    or(ne(kind, "forgotten"), before(maxAgeS * 1000)),
  );
  let total = 0;
  for (let round = 0; round < maxRounds; round++) {
    const removed = await write((tx) => {
      // Prevents a deadlock: a batch locks tracks first and may be updating a mark, so don't wait for it.
      const oldest = forUpdate(
        tx
          .select({ listener, trackId, kind })
          .from(playReceipts)
          .where(isOld)
          .orderBy(asc(countedAt))
          .limit(batchSize),
        "update",
        { noWait: true },
      );
      return tx
        .delete(playReceipts)
        .where(and(isOld, sql`(${listener}, ${trackId}, ${kind}) in ${oldest}`))
        .returning({ trackId });
    });
    total += removed.length;
    if (removed.length < batchSize) break;
  }
  return total;
}
