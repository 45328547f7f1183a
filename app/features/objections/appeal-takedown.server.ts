import { eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { Conflict, QuotaReached } from "#app/features/domain-error.ts";
import { type Db, write } from "#db/client.ts";
import { caseEntries, objections, playlists, tracks } from "#db/schema/index.ts";
import { findAppeals, isOfTakedown } from "./appeals.server.ts";
import { findAuthor } from "./email-parties.server.ts";
import { newReceipt } from "./file-objection.server.ts";
import { isOfAuthor, maxAppeals } from "./objection.ts";
import { findSubject, lockObjection } from "./objection-verbs.server.ts";
import { dueAfter, objectionNotFound } from "./objections.server.ts";

interface TakenDown {
  trackId: number | null;
  playlistId: number | null;
}

/**
 * The author's appeal against a takedown without an objection is a case of its own, with the same clock. Where there is a case
 * already, the words are added to it. Throws as `appealTakedown`.
 */
export function openAppeal(options: {
  viewer: { id: string; name: string; email: string };
  subject: TakenDown;
  message: string;
  now?: Date;
}): Promise<void> {
  const { viewer, subject, message: text, now = new Date() } = options;
  const { trackId, playlistId } = subject;
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    const author = await findAuthor(tx, subject);
    const takenDownAt = await findTakenDownAt(tx, subject);
    if (author?.id !== viewer.id || !takenDownAt) throw objectionNotFound();
    const known = await findKnown(tx, subject, takenDownAt);
    if (known) return appealTakedown({ viewer, id: known.id, message: text, now });
    const [filed] = await tx
      .insert(objections)
      .values({
        ...{ receipt: newReceipt(), token: "", userId: viewer.id, party: "author", demand: "other" },
        ...{
          trackId,
          playlistId,
          target: trackId === null ? `/playlists/${playlistId}` : `/track/${trackId}`,
        },
        ...{ name: viewer.name, email: viewer.email, explanation: "" },
        ...{ createdAt: now, appealedAt: now, dueAt: dueAfter(now) },
      })
      .returning({ id: objections.id });
    const actor = { kind: "outsider", name: viewer.name } as const;
    if (filed) await addCaseEntry(tx, { objectionId: filed.id, kind: "appeal", actor, text, now });
  });
}

async function findKnown(tx: Db, { trackId, playlistId }: TakenDown, takenDownAt: Date) {
  const column = trackId === null ? "playlistId" : "trackId";
  const id = trackId ?? playlistId ?? 0;
  return (await findAppeals(tx, column, [{ id, takenDownAt }])).get(id);
}

async function findTakenDownAt(tx: Db, { trackId, playlistId }: TakenDown): Promise<Date | null> {
  const [found] =
    trackId !== null
      ? await tx.select({ at: tracks.takenDownAt }).from(tracks).where(eq(tracks.id, trackId))
      : await tx
          .select({ at: playlists.takenDownAt })
          .from(playlists)
          .where(eq(playlists.id, playlistId ?? 0));
  return found?.at ?? null;
}

/**
 * The author of what was taken down asks to have it looked at again: opens the case with a new clock. Posted twice it is one.
 * Throws `NotFound` unless it is theirs and the case is of this takedown, `QuotaReached` after 20, and `Conflict` when a case
 * that the author opened is decided: one appeal for each takedown.
 */
export function appealTakedown(options: {
  viewer: { id: string; name: string };
  id: number;
  message: string;
  now?: Date;
}): Promise<void> {
  const { viewer, id, message: text, now = new Date() } = options;
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    const subject = await findSubject(tx, id);
    const author = await findAuthor(tx, subject);
    const takenDownAt = await findTakenDownAt(tx, subject);
    if (author?.id !== viewer.id || !takenDownAt) throw objectionNotFound();
    const objection = await lockObjection(tx, { id });
    const { version, closedAt, appealedAt } = objection;
    const actor = { kind: "outsider", name: viewer.name } as const;
    const entry = { objectionId: id, kind: "appeal", actor, text, now } as const;
    if (await isRepeatedEntry(tx, entry)) return;
    if (isOfAuthor(objection) && closedAt)
      throw new Conflict("この公開停止についての異議には、もうお答えしました。");
    const { kind, outcome, createdAt } = caseEntries;
    const entries = await tx
      .select({ kind, outcome, createdAt })
      .from(caseEntries)
      .where(eq(caseEntries.objectionId, id));
    if (!isOfTakedown({ objection, entries, takenDownAt })) throw objectionNotFound();
    if (entries.filter((one) => one.kind === "appeal").length >= maxAppeals)
      throw new QuotaReached("送れる数を超えました。お問い合わせからお知らせください。");
    await addCaseEntry(tx, entry);
    await tx
      .update(objections)
      .set({
        ...(closedAt && { closedAt: null, outcome: null, dueAt: dueAfter(now) }),
        ...{ appealedAt: appealedAt ?? now, appealOutcome: null, version: version + 1 },
      })
      .where(eq(objections.id, id));
  });
}
