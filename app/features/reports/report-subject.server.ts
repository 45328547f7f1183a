import { and, eq, gt, inArray, lt, type SQL } from "drizzle-orm";
import type { AccountState } from "#app/features/accounts/account.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import type { AuditTargetType } from "#app/features/audit/audit-actions.ts";
import type { CaseSubject } from "#app/features/cases/case-entries.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlists, trackReports, tracks, users } from "#db/schema/index.ts";

export type ReportSubject = CaseSubject;

export const subjectColumns = {
  track: trackReports.trackId,
  member: trackReports.memberId,
  playlist: trackReports.playlistId,
} as const;

export type ReportSubjectKind = keyof typeof subjectColumns;

export function ofSubject({ trackId, memberId, playlistId }: ReportSubject): SQL {
  if (trackId !== undefined) return eq(trackReports.trackId, trackId);
  return memberId === undefined
    ? eq(trackReports.playlistId, playlistId)
    : eq(trackReports.memberId, memberId);
}

/** The three columns; nothing else of `subject`. */
export function subjectValues({ trackId, memberId, playlistId }: ReportSubject) {
  return { trackId: trackId ?? null, memberId: memberId ?? null, playlistId: playlistId ?? null };
}

export function auditTargetOf(subject: ReportSubject): { type: AuditTargetType; id: string | number } {
  if (subject.trackId !== undefined) return { type: "track", id: subject.trackId };
  return subject.memberId === undefined
    ? { type: "playlist", id: subject.playlistId }
    : { type: "user", id: subject.memberId };
}

const missing = {
  track: "音声が見つかりません",
  member: "会員が見つかりません",
  playlist: "プレイリストが見つかりません",
} as const;

/**
 * Locks, until `tx` ends, the accounts of the reporters, on request that of the member behind the subject, then the subject.
 * `memberStrength`: of a reported member; `update` to change what is unique about them. Throws `NotFound` when the subject
 * is gone.
 */
export async function lockReportsOf(
  tx: Db,
  subject: ReportSubject,
  o: { withMember?: boolean; memberStrength?: "no key update" | "update" } = {},
): Promise<void> {
  if (subject.memberId !== undefined) {
    await lockMemberWithReporters(tx, subject.memberId, o.memberStrength ?? "no key update");
    return;
  }
  await lockReporters(tx, subject, o);
  const locked =
    subject.trackId === undefined
      ? tx.select({ id: playlists.id }).from(playlists).where(eq(playlists.id, subject.playlistId))
      : tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, subject.trackId));
  if ((await forUpdate(locked, "no key update")).length === 0)
    throw new NotFound(subject.trackId === undefined ? missing.playlist : missing.track);
}

/** Locks the reporters, so that they can be told, and on request the owner. */
export async function lockReporters(
  tx: Db,
  subject: Exclude<ReportSubject, { memberId: string }>,
  { withMember = false }: { withMember?: boolean } = {},
): Promise<void> {
  const reporters = await listReporters(tx, subject);
  const owner = withMember ? await findMemberBehind(tx, subject) : null;
  await lockUsersForShare(tx, [...reporters, ...(owner ? [owner.id] : [])]);
}

async function listReporters(tx: Db, subject: ReportSubject): Promise<string[]> {
  const rows = await tx.select({ userId: trackReports.userId }).from(trackReports).where(ofSubject(subject));
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** Prevents deadlocks: all accounts are locked in the order of their ids. */
async function lockMemberWithReporters(
  tx: Db,
  memberId: string,
  strength: "no key update" | "update",
): Promise<void> {
  const others = await listReporters(tx, { memberId });
  const lock = (condition: SQL, as: "key share" | "no key update" | "update") =>
    forUpdate(tx.select({ id: users.id }).from(users).where(condition).orderBy(users.id), as);
  const before = and(inArray(users.id, others), lt(users.id, memberId));
  const after = and(inArray(users.id, others), gt(users.id, memberId));
  if (before) await lock(before, "key share");
  if ((await lock(eq(users.id, memberId), strength)).length === 0) throw new NotFound(missing.member);
  if (after) await lock(after, "key share");
}

/** The reported member, or the owner of the track or playlist; null when the subject is gone. */
export async function findMemberBehind(
  tx: Db,
  subject: ReportSubject,
): Promise<{ id: string; state: AccountState } | null> {
  const { id, state } = users;
  const rows =
    subject.trackId !== undefined
      ? tx
          .select({ id, state })
          .from(tracks)
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(tracks.id, subject.trackId))
      : subject.memberId !== undefined
        ? tx.select({ id, state }).from(users).where(eq(users.id, subject.memberId))
        : tx
            .select({ id, state })
            .from(playlists)
            .innerJoin(users, eq(users.id, playlists.userId))
            .where(eq(playlists.id, subject.playlistId));
  return (await rows)[0] ?? null;
}
