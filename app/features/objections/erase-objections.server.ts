import { and, asc, eq, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, primary, write } from "#db/client.ts";
import { caseEntries, objections, playlists, tracks } from "#db/schema/index.ts";
import { removeEvidence } from "./evidence.server.ts";
import { objectionRetentionDays } from "./objection.ts";

/** Others must not wait for long. */
const batchSize = 200;

/** Removes all that was written; the row stays for the figures of its year. An open one is closed. */
async function erase(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const empty = { name: "", email: "", target: "", explanation: "", token: "" };
  await tx
    .update(objections)
    .set({ ...empty, trackId: null, memberId: null, playlistId: null, userId: null, erasedAt: now })
    .where(inArray(objections.id, [...ids]));
  await tx
    .update(objections)
    .set({ closedAt: now, outcome: "settled" })
    .where(and(inArray(objections.id, [...ids]), isNull(objections.closedAt)));
  await tx.delete(caseEntries).where(inArray(caseEntries.objectionId, [...ids]));
  await removeEvidence(tx, ids);
}

/** A year after the decision. */
export async function eraseOldObjections(now: Date = new Date()): Promise<number> {
  const limit = new Date(now.getTime() - objectionRetentionDays * dayMs);
  const isOld = and(isNull(objections.erasedAt), lte(objections.closedAt, limit));
  let total = 0;
  for (;;) {
    const old = await primary
      .select({ id: objections.id })
      .from(objections)
      .where(isOld)
      .orderBy(asc(objections.closedAt))
      .limit(batchSize);
    if (old.length === 0) return total;
    total += old.length;
    await write(async (tx) => {
      const ids = old.map(({ id }) => id);
      // One may have been opened again meanwhile.
      const still = await tx
        .select({ id: objections.id })
        .from(objections)
        .where(and(inArray(objections.id, ids), isOld));
      await erase(
        tx,
        still.map(({ id }) => id),
        now,
      );
    });
  }
}

/** Condition: what the member wrote about takedowns of theirs, and what they were answered. */
export function ofAppealsOf(tx: Db, userId: string): SQL | undefined {
  const ownTracks = tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, userId));
  const ownPlaylists = tx.select({ id: playlists.id }).from(playlists).where(eq(playlists.userId, userId));
  const about = tx
    .select({ id: objections.id })
    .from(objections)
    .where(or(inArray(objections.trackId, ownTracks), inArray(objections.playlistId, ownPlaylists)));
  return and(inArray(caseEntries.kind, ["appeal", "appeal-reply"]), inArray(caseEntries.objectionId, about));
}

/** With the author's account, before their tracks go. */
export async function removeAppealsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(caseEntries).where(ofAppealsOf(tx, userId));
}

/** With the objector's account, whatever its state. */
export async function eraseObjectionsOf(tx: Db, userId: string): Promise<void> {
  const own = await tx.select({ id: objections.id }).from(objections).where(eq(objections.userId, userId));
  await erase(
    tx,
    own.map(({ id }) => id),
    new Date(),
  );
}
