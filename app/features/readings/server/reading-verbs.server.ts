import { and, eq, ne, sql } from "drizzle-orm";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { chunk } from "#app/lib/chunk.ts";
import { write } from "#db/client.ts";
import { readings } from "#db/schema/index.ts";
import type { ReadingInput } from "../readings.schema.ts";
import { type ReadingItem, readingMessages, wordKey } from "../readings.ts";
import { parseReadings } from "../readings-file.ts";
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

/** Deletes an entry. Throws `NotFound` when the dictionary has none with this id. */
export function deleteReading({ owner, id }: { owner: ReadingOwner; id: number }): Promise<void> {
  return write(async (tx) => {
    const [deleted] = await tx
      .delete(readings)
      .where(and(eq(readings.id, id), eq(readings.owner, ownerColumns(owner).owner)))
      .returning({ word: readings.word, reading: readings.reading });
    if (!deleted) throw new NotFound();
    await auditOwner(tx, owner, { action: "reading.delete", id, before: deleted });
  });
}

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
        });
    }
    if ((await tx.$count(readings, eq(readings.owner, own.owner))) > max) throw tooMany();
    await auditOwner(tx, owner, { action: "reading.import", id: null, after: { count: entries.length } });
    return entries.length;
  });
}
