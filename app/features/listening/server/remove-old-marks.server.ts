import { and, asc, lte, sql } from "drizzle-orm";
import { write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { countMarks } from "#db/schema/index.ts";
import { pauseMs } from "../count-rules.ts";

/** Marks of one transaction: other writers have their turn in between. */
const atOnce = 1000;
/** Transactions of one sweep; more waits for the next. */
const mostRounds = 300;

/** Removes marks that no longer keep anything from being counted. */
export async function removeOldMarks(now: Date = new Date()): Promise<void> {
  const { listener, trackId, kind, countedAt } = countMarks;
  const isOld = lte(countedAt, new Date(now.getTime() - Math.max(...Object.values(pauseMs))));
  for (let round = 0; round < mostRounds; round++) {
    const removed = await write((tx) => {
      // A batch may be renewing one of them: this gives way, as it holds no tracks.
      const oldest = held(
        tx
          .select({ listener, trackId, kind })
          .from(countMarks)
          .where(isOld)
          .orderBy(asc(countedAt))
          .limit(atOnce),
        "update",
        { noWait: true },
      );
      return tx
        .delete(countMarks)
        .where(and(isOld, sql`(${listener}, ${trackId}, ${kind}) in ${oldest}`))
        .returning({ trackId });
    });
    if (removed.length < atOnce) return;
  }
}
