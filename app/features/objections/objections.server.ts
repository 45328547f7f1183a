import { timingSafeEqual } from "node:crypto";
import { asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { type CaseEntry, listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, db, primary } from "#db/client.ts";
import { objections, playlists, tracks, users } from "#db/schema/index.ts";
import { type ObjectionState, objectionDueDays, objectionMessages } from "./objection.ts";

export type StoredObjection = typeof objections.$inferSelect;

export const objectionNotFound = () => new NotFound(objectionMessages.missing);

export const dueAfter = (now: Date) => new Date(now.getTime() + objectionDueDays * dayMs);

export const objectionState = ({ closedAt, outcome }: StoredObjection): ObjectionState =>
  closedAt ? (outcome ?? "settled") : "open";

/** Reveals nothing without the token: an unknown receipt and a wrong token are one answer. Throws `NotFound`. */
export async function requireOwnObjection(
  tx: Db,
  { receipt, token }: { receipt: string; token: string },
): Promise<StoredObjection> {
  const [found] = await tx.select().from(objections).where(eq(objections.receipt, receipt));
  const [expected, given] = [Buffer.from(found?.token ?? ""), Buffer.from(token)];
  const isOwn = expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
  if (!found || !isOwn) throw objectionNotFound();
  return found;
}

/** What the author wrote or was written stays between them and the operators. */
const objectorKinds = new Set(["reply", "handle", "reopen", "message"]);

/** What the objector sees of a case. */
export async function readOwnObjection(options: {
  receipt: string;
  token: string;
}): Promise<StoredObjection & { entries: CaseEntry[] }> {
  const found = await requireOwnObjection(primary, options);
  const entries = (await listCaseEntries("objectionId", [found.id])).get(found.id) ?? [];
  return { ...found, entries: entries.filter(({ kind }) => objectorKinds.has(kind)) };
}

/** Open ones: what is due next first. Closed ones: the latest first. */
export async function listObjections(options: {
  isOpen: boolean;
  offset: number;
  limit: number;
}): Promise<StoredObjection[]> {
  const { isOpen, offset, limit } = options;
  const { closedAt, dueAt, id } = objections;
  return db
    .select()
    .from(objections)
    .where(isOpen ? isNull(closedAt) : isNotNull(closedAt))
    .orderBy(...(isOpen ? [asc(dueAt), asc(id)] : [desc(closedAt), desc(id)]))
    .limit(limit)
    .offset(offset);
}

export const countObjections = (isOpen: boolean): Promise<number> =>
  db.$count(objections, isOpen ? isNull(objections.closedAt) : isNotNull(objections.closedAt));

/** With what it is about, as it is now; null where that is gone or was never ours. Throws `NotFound`. */
export async function findObjectionCase(id: number) {
  const [found] = await primary.select().from(objections).where(eq(objections.id, id));
  if (!found) throw objectionNotFound();
  const { trackId, playlistId, memberId } = found;
  const [entries, [track], [playlist], [member]] = await Promise.all([
    listCaseEntries("objectionId", [id]),
    trackId === null
      ? []
      : primary
          .select({
            id: tracks.id,
            title: tracks.title,
            isVisible: tracks.isVisible,
            takenDownAt: tracks.takenDownAt,
            author: { id: users.id, name: users.name },
          })
          .from(tracks)
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(tracks.id, trackId)),
    playlistId === null
      ? []
      : primary
          .select({
            id: playlists.id,
            name: playlists.name,
            takenDownAt: playlists.takenDownAt,
            owner: { id: users.id, name: users.name },
          })
          .from(playlists)
          .innerJoin(users, eq(users.id, playlists.userId))
          .where(eq(playlists.id, playlistId)),
    memberId === null
      ? []
      : primary.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, memberId)),
  ]);
  return {
    objection: found,
    entries: entries.get(id) ?? [],
    track: track ?? null,
    playlist: playlist ?? null,
    member: member ?? null,
  };
}
