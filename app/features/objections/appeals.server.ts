import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { type CaseEntry, listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { type Db, primary } from "#db/client.ts";
import { objections, playlists, tracks } from "#db/schema/index.ts";
import { isOfAuthor, type ObjectionParty } from "./objection.ts";

interface Appeal {
  /** Of the objection. */
  id: number;
  isOpen: boolean;
  /** Decided for good. */
  isFinal: boolean;
  entries: CaseEntry[];
}

/** The member's tracks and playlists that are taken down, with their appeals: never who objected or why. */
export async function listOwnTakedowns(viewer: { id: string }) {
  const [downTracks, downPlaylists] = await Promise.all([
    primary
      .select({
        id: tracks.id,
        title: tracks.title,
        reason: tracks.takedownReason,
        takenDownAt: tracks.takenDownAt,
      })
      .from(tracks)
      .where(and(eq(tracks.userId, viewer.id), isNotNull(tracks.takenDownAt))),
    primary
      .select({
        id: playlists.id,
        title: playlists.name,
        reason: playlists.takedownReason,
        takenDownAt: playlists.takenDownAt,
      })
      .from(playlists)
      .where(and(eq(playlists.userId, viewer.id), isNotNull(playlists.takenDownAt))),
  ]);
  const [ofTracks, ofPlaylists] = await Promise.all([
    findAppeals(primary, "trackId", downTracks),
    findAppeals(primary, "playlistId", downPlaylists),
  ]);
  const withAppeal = (kind: "track" | "playlist", found: Map<number, Appeal>) => {
    return ({ id, title, reason }: { id: number; title: string; reason: string | null }) => {
      /** `appeal`: null for a takedown without an objection that the author has not appealed against (`openAppeal`). */
      return { kind, id, title, reason, appeal: found.get(id) ?? null };
    };
  };
  return [
    ...downTracks.map(withAppeal("track", ofTracks)),
    ...downPlaylists.map(withAppeal("playlist", ofPlaylists)),
  ];
}

type Step = Pick<CaseEntry, "outcome" | "createdAt">;

/**
 * Whether a case is about the present takedown: the author opened it since, or an operator took it down, or left it down, in it.
 */
export function isOfTakedown(options: {
  objection: { party: ObjectionParty; createdAt: Date };
  entries: readonly Step[];
  takenDownAt: Date;
}): boolean {
  const { objection, entries, takenDownAt } = options;
  return isOfAuthor(objection)
    ? objection.createdAt >= takenDownAt
    : entries.some(({ outcome, createdAt }) => outcome === "taken-down" && createdAt >= takenDownAt);
}

/** By subject: the latest case of its takedown; the author's own one first. */
export async function findAppeals(
  tx: Db,
  column: "trackId" | "playlistId",
  subjects: readonly { id: number; takenDownAt: Date | null }[],
): Promise<Map<number, Appeal>> {
  const found = new Map<number, Appeal>();
  if (subjects.length === 0) return found;
  const since = new Map(subjects.map(({ id, takenDownAt }) => [id, takenDownAt]));
  const { id, party, createdAt, closedAt, appealedAt, appealOutcome } = objections;
  const rows = await tx
    .select({ id, party, createdAt, closedAt, appealedAt, appealOutcome, subjectId: objections[column] })
    .from(objections)
    .where(inArray(objections[column], [...since.keys()]))
    .orderBy(desc(id));
  const entries = await listCaseEntries(
    "objectionId",
    rows.map((row) => row.id),
    tx,
  );
  const byAuthorFirst = rows.toSorted((a, b) => Number(isOfAuthor(b)) - Number(isOfAuthor(a)));
  for (const row of byAuthorFirst) {
    const all = entries.get(row.id) ?? [];
    const takenDownAt = since.get(row.subjectId ?? 0);
    if (row.subjectId === null || !takenDownAt || found.has(row.subjectId)) continue;
    if (!isOfTakedown({ objection: row, entries: all, takenDownAt })) continue;
    const own = all.filter(({ kind }) => kind === "appeal" || kind === "appeal-reply");
    const isOpen = row.appealedAt !== null && row.appealOutcome === null;
    found.set(row.subjectId, {
      ...{ id: row.id, isOpen, entries: own },
      isFinal: isOfAuthor(row) && row.closedAt !== null,
    });
  }
  return found;
}
