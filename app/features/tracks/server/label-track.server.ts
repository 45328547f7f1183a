import { asc, eq, inArray, or } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { labels, trackLabels } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";

/** Gives a new track its labels, in order. */
export async function labelTrack(tx: Db, trackId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await insertLabels(tx, names);
  const known = await tx
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(inArray(labels.name, [...names]))
    .orderBy(asc(labels.id));
  await addLabels(tx, { trackId, names, known });
}

/** Replaces the labels of a track that the transaction has locked. */
export async function relabelTrack(tx: Db, trackId: number, names: readonly string[]): Promise<void> {
  await insertLabels(tx, names);
  const own = tx
    .select({ id: trackLabels.labelId })
    .from(trackLabels)
    .where(eq(trackLabels.trackId, trackId));
  // Old and new ones in the order of ids, because triggers change all their counts.
  const known = await forUpdate(
    tx
      .select({ id: labels.id, name: labels.name })
      .from(labels)
      .where(or(inArray(labels.name, [...names]), inArray(labels.id, own)))
      .orderBy(asc(labels.id)),
    "no key update",
  );
  await tx.delete(trackLabels).where(eq(trackLabels.trackId, trackId));
  await addLabels(tx, { trackId, names, known: known.filter(({ name }) => names.includes(name)) });
}

async function insertLabels(tx: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  // Sorted, so that transactions with the same labels wait in one order.
  await tx
    .insert(labels)
    .values(names.toSorted().map((name) => ({ name, folded: foldText(name) })))
    .onConflictDoNothing();
}

/** `known`: the rows of `names` in the order of ids. Each insert increments its label's count and locks that row. */
async function addLabels(
  tx: Db,
  o: { trackId: number; names: readonly string[]; known: readonly { id: number; name: string }[] },
): Promise<void> {
  const { trackId, names, known } = o;
  for (const { id, name } of known) {
    await tx
      .insert(trackLabels)
      .values({ trackId, labelId: id, position: names.indexOf(name) })
      .onConflictDoNothing();
  }
}
