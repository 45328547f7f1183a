import { logger } from "#app/logger.server.ts";
import { isRefused } from "#db/is-refused.ts";
import { writeListening } from "./write-listening.server.ts";

type Batch = Parameters<typeof writeListening>[0];

/**
 * Writes a batch as `writeListening` does, in one transaction if it can. Should the database refuse a note, the others are
 * written in parts without it, and it is named in the log: it would keep all others from being written for ever.
 */
export async function writeAcceptable(batch: Batch): Promise<void> {
  try {
    await writeListening(batch);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const { counts, listened, now } = batch;
    if (counts.length + listened.length === 1) {
      logger.error({ err: error, kind: counts[0]?.kind ?? "listened" }, "listening was refused, and is lost");
      return;
    }
    const [first, others] = [Math.ceil(counts.length / 2), Math.floor(listened.length / 2)];
    await writeAcceptable({ counts: counts.slice(0, first), listened: listened.slice(0, others), now });
    await writeAcceptable({ counts: counts.slice(first), listened: listened.slice(others), now });
  }
}
