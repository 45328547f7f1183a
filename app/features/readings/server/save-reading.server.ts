import { and, eq, ne } from "drizzle-orm";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { readings } from "#db/schema/index.ts";
import type { ReadingInput } from "../readings.schema.ts";
import { type ReadingItem, readingMessages, wordKey } from "../readings.ts";
import {
  auditOwner,
  lockOwner,
  maxReadingsOf,
  ownerColumns,
  type ReadingOwner,
} from "./reading-owner.server.ts";

const columns = { id: readings.id, word: readings.word, reading: readings.reading, accent: readings.accent };

/**
 * Saves an entry: the one with `id`, else the one of the same word, else a new one. Throws `NotFound` for an `id` of
 * another dictionary, `Invalid` for a word that another entry has, `QuotaReached` at the limit, `NotAuthenticated` when the
 * account has gone.
 */
export function saveReading(options: {
  owner: ReadingOwner;
  id?: number | null;
  entry: ReadingInput;
}): Promise<ReadingItem> {
  const { owner, id = null, entry } = options;
  const own = ownerColumns(owner);
  const key = wordKey(entry.word);
  return write(async (tx) => {
    await lockOwner(tx, owner);
    const isOwn = eq(readings.owner, own.owner);
    const [before] = await tx
      .select(columns)
      .from(readings)
      .where(and(isOwn, id === null ? eq(readings.wordKey, key) : eq(readings.id, id)));
    if (id !== null) {
      if (!before) throw new NotFound();
      const others = await tx.$count(readings, and(isOwn, eq(readings.wordKey, key), ne(readings.id, id)));
      if (others > 0) throw new Invalid({ word: [readingMessages.taken] });
    }
    const values = { ...entry, wordKey: key, updatedAt: new Date() };
    if (!before) {
      const max = maxReadingsOf(owner);
      if ((await tx.$count(readings, isOwn)) >= max) {
        throw new QuotaReached(
          `読み辞書に登録できるのは${max}件までです`,
          "使わない言葉を削除してください。",
        );
      }
    }
    const [saved] = before
      ? await tx.update(readings).set(values).where(eq(readings.id, before.id)).returning(columns)
      : await tx
          .insert(readings)
          .values({ ...own, ...values })
          .onConflictDoUpdate({ target: [readings.owner, readings.wordKey], set: values })
          .returning(columns);
    if (!saved) throw new NotFound();
    const details = (item: ReadingItem | undefined) =>
      item && { word: item.word, reading: item.reading, accent: item.accent };
    await auditOwner(tx, owner, {
      action: "reading.save",
      id: saved.id,
      ...(before && { before: details(before) ?? {} }),
      after: details(saved) ?? {},
    });
    return saved;
  });
}
