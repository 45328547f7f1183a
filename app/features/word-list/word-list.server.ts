import { desc, eq } from "drizzle-orm";
import { differenceOf, emptyWordList, type WordList } from "#app/engines/harm/word-list.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { db, primary, write } from "#db/client.ts";
import { wordLists } from "#db/schema/index.ts";

/** With what it changed for the tracks that it was tried against. */
export type WordListVersion = typeof wordLists.$inferSelect;

const maxShownVersions = 20;

const { words, examples, exceptions } = wordLists;
/** `version`: 0 for the empty list before the first one. */
interface CurrentWordList extends WordList {
  version: number;
}

const cachedList = cacheByDataVersion<CurrentWordList>(1);

/** The latest version, or an empty list. Rules that judge texts ask for it (`findHarm`). */
export async function currentWordList(): Promise<CurrentWordList> {
  return cachedList("", async () => {
    const [latest] = await db
      .select({ version: wordLists.version, words, examples, exceptions })
      .from(wordLists)
      .orderBy(desc(wordLists.version))
      .limit(1);
    return latest ?? { version: 0, ...emptyWordList };
  });
}

/** The newest first. */
export function listWordLists(): Promise<WordListVersion[]> {
  return primary.select().from(wordLists).orderBy(desc(wordLists.version)).limit(maxShownVersions);
}

/** Throws `NotFound`. */
export async function findWordList(version: number): Promise<WordList> {
  const [found] = await primary
    .select({ words, examples, exceptions })
    .from(wordLists)
    .where(eq(wordLists.version, version));
  if (!found) throw new NotFound("この版は見つかりません");
  return found;
}

/** As the version after `base`. The audit log gets numbers, not lines. Throws `Conflict` when `base` is not the latest. */
export async function saveWordList(options: {
  actor: Actor;
  list: WordList;
  /** The version that the operator has seen; 0 for none. */
  base: number;
  /** The version whose lines these are, when one is restored. */
  restores: number | null;
  /** From its trial (`tryWordList`). */
  blockedCount: number;
  freedCount: number;
}): Promise<void> {
  const { actor, list, base, restores, blockedCount, freedCount } = options;
  await write(async (tx) => {
    const [latest] = await tx.select().from(wordLists).orderBy(desc(wordLists.version)).limit(1);
    const [saved] =
      (latest?.version ?? 0) === base
        ? await tx
            .insert(wordLists)
            .values({
              version: base + 1,
              ...{ words: [...list.words], examples: [...list.examples], exceptions: [...list.exceptions] },
              ...{ restores, blockedCount, freedCount },
              operatorName: actor.kind === "admin" ? actor.name : "",
              createdAt: new Date(),
            })
            .onConflictDoNothing()
            .returning({ version: wordLists.version })
        : [];
    if (!saved)
      throw new Conflict("ほかの運営者が先に変更しました。最新のリストを見て、もう一度お試しください");
    const changed = differenceOf(latest ?? emptyWordList, list);
    await recordAudit(tx, {
      actor,
      action: restores === null ? "word-list.save" : "word-list.restore",
      target: { type: "word-list", id: saved.version },
      before: countLines(latest ?? emptyWordList),
      after: {
        ...countLines(list),
        changedLines: Object.values<readonly string[]>({ ...changed }).flat().length,
        blockedCount,
        freedCount,
        ...(restores !== null && { restores }),
      },
    });
  });
}

const countLines = (list: WordList) => ({
  words: list.words.length,
  examples: list.examples.length,
  exceptions: list.exceptions.length,
});
