import { and, eq, ne, sql } from "drizzle-orm";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { chunk } from "#app/lib/chunk.ts";
import { write } from "#db/client.ts";
import { pronunciations } from "#db/schema/index.ts";
import type { PronunciationInput } from "../pronunciations.schema.ts";
import { type PronunciationItem, pronunciationMessages, wordKey } from "../pronunciations.ts";
import { parsePronunciations } from "../pronunciations-file.ts";
import {
  auditOwner,
  type LexiconOwner,
  lockOwner,
  maxPronunciationsOf,
  ownerColumns,
} from "./lexicon-owner.server.ts";
import { pronunciationColumns } from "./list-pronunciations.server.ts";

/**
 * Saves the entry with `id`, else that of the same word, else a new one. Throws `NotFound` for an `id` of another
 * dictionary, `Invalid` for a word that another entry has, `QuotaReached` at the limit, `NotAuthenticated` when the account
 * is gone.
 */
export function savePronunciation(options: {
  owner: LexiconOwner;
  id?: number | null;
  entry: PronunciationInput;
}): Promise<PronunciationItem> {
  const { owner, id = null, entry } = options;
  const own = ownerColumns(owner);
  const key = wordKey(entry.word);
  return write(async (tx) => {
    await lockOwner(tx, owner);
    const isOwn = eq(pronunciations.owner, own.owner);
    const [before] = await tx
      .select(pronunciationColumns)
      .from(pronunciations)
      .where(and(isOwn, id === null ? eq(pronunciations.wordKey, key) : eq(pronunciations.id, id)));
    if (id !== null) {
      if (!before) throw new NotFound();
      const others = await tx.$count(
        pronunciations,
        and(isOwn, eq(pronunciations.wordKey, key), ne(pronunciations.id, id)),
      );
      if (others > 0) throw new Invalid({ word: [pronunciationMessages.taken] });
    }
    const values = { ...entry, wordKey: key, updatedAt: new Date() };
    if (!before) {
      const max = maxPronunciationsOf(owner);
      if ((await tx.$count(pronunciations, isOwn)) >= max) {
        throw new QuotaReached(
          `読み辞書に登録できるのは${max}件までです`,
          "使わない言葉を削除してください。",
        );
      }
    }
    const [saved] = before
      ? await tx
          .update(pronunciations)
          .set(values)
          .where(eq(pronunciations.id, before.id))
          .returning(pronunciationColumns)
      : await tx
          .insert(pronunciations)
          .values({ ...own, ...values })
          .onConflictDoUpdate({ target: [pronunciations.owner, pronunciations.wordKey], set: values })
          .returning(pronunciationColumns);
    if (!saved) throw new NotFound();
    const details = (item: PronunciationItem | undefined) =>
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

/** Throws `NotFound`. */
export function deletePronunciation({ owner, id }: { owner: LexiconOwner; id: number }): Promise<void> {
  return write(async (tx) => {
    const [deleted] = await tx
      .delete(pronunciations)
      .where(and(eq(pronunciations.id, id), eq(pronunciations.owner, ownerColumns(owner).owner)))
      .returning({ word: pronunciations.word, reading: pronunciations.reading });
    if (!deleted) throw new NotFound();
    await auditOwner(tx, owner, { action: "reading.delete", id, before: deleted });
  });
}

const batchSize = 100;

/** All or none; replaces the same words. Returns their number. Throws `Invalid`, `QuotaReached`, `NotAuthenticated`. */
export async function importPronunciations({
  owner,
  text,
}: {
  owner: LexiconOwner;
  text: string;
}): Promise<number> {
  const entries = parsePronunciations(text);
  const max = maxPronunciationsOf(owner);
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
        .insert(pronunciations)
        .values(some.map((entry) => ({ ...own, ...entry, wordKey: wordKey(entry.word), updatedAt })))
        .onConflictDoUpdate({
          target: [pronunciations.owner, pronunciations.wordKey],
          set: {
            word: sql`excluded.word`,
            reading: sql`excluded.reading`,
            accent: sql`excluded.accent`,
            updatedAt,
          },
        });
    }
    if ((await tx.$count(pronunciations, eq(pronunciations.owner, own.owner))) > max) throw tooMany();
    await auditOwner(tx, owner, { action: "reading.import", id: null, after: { count: entries.length } });
    return entries.length;
  });
}
