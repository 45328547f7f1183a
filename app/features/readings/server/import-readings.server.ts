import { eq, sql } from "drizzle-orm";
import { QuotaReached } from "#app/features/domain-error.ts";
import { chunk } from "#app/lib/chunk.ts";
import { write } from "#db/client.ts";
import { readings } from "#db/schema/index.ts";
import { wordKey } from "../readings.ts";
import { parseReadings } from "../readings-file.ts";
import {
  auditOwner,
  lockOwner,
  maxReadingsOf,
  ownerColumns,
  type ReadingOwner,
} from "./reading-owner.server.ts";

/** Rows of one statement. */
const batchSize = 100;

/**
 * Adds the entries of a CSV or JSON text to a dictionary, in place of those of the same words, all or none. Returns their
 * number. Throws `Invalid` for a text with a wrong line, `QuotaReached` when they are too many, `NotAuthenticated` when the
 * account has gone.
 */
export async function importReadings({
  owner,
  text,
}: {
  owner: ReadingOwner;
  text: string;
}): Promise<number> {
  const entries = parseReadings(text);
  const max = maxReadingsOf(owner);
  const tooMany = () =>
    new QuotaReached(
      `読み辞書に登録できるのは${max}件までです`,
      "使わない言葉を削除するか、取り込む言葉を減らしてください。",
    );
  if (entries.length > max) throw tooMany();
  const own = ownerColumns(owner);
  return write(async (tx) => {
    await lockOwner(tx, owner);
    const updatedAt = new Date();
    for (const some of chunk(entries, batchSize)) {
      await tx
        .insert(readings)
        .values(some.map((entry) => ({ ...own, ...entry, wordKey: wordKey(entry.word), updatedAt })))
        .onConflictDoUpdate({
          target: [readings.owner, readings.wordKey],
          set: {
            word: sql`excluded.word`,
            reading: sql`excluded.reading`,
            accent: sql`excluded.accent`,
            updatedAt,
          },
        })
        .returning({ id: readings.id });
    }
    if ((await tx.$count(readings, eq(readings.owner, own.owner))) > max) throw tooMany();
    await auditOwner(tx, owner, { action: "reading.import", id: null, after: { count: entries.length } });
    return entries.length;
  });
}
