import { desc, eq } from "drizzle-orm";
import { describeDevice } from "#app/features/accounts/sessions/describe-device.ts";
import { publicSessionId } from "#app/features/accounts/sessions/session.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { db, primary } from "#db/client.ts";
import {
  listeningHistory,
  payments,
  receipts,
  sessions,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import { memberMessages } from "../admin-members.ts";

const maxHeardTracks = 100;

/** When the member last listened to each, the latest first, hidden tracks too. Throws `NotFound` for an unknown account. */
export async function listHeardTracks({ userId }: { userId: string }) {
  await requireAccount(userId);
  const { trackId, listenedAt, positionMs } = listeningHistory;
  const rows = await db
    .select({ trackId, listenedAt, positionMs, title: tracks.title, durationMs: tracks.durationMs })
    .from(listeningHistory)
    .innerJoin(tracks, eq(tracks.id, trackId))
    .where(eq(listeningHistory.userId, userId))
    .orderBy(desc(listenedAt), desc(trackId))
    .limit(maxHeardTracks);
  return rows.map(({ positionMs: position, durationMs, ...row }) => ({
    ...row,
    /** Seconds. */
    duration: durationMs / 1000,
    progressPercent: Math.min(100, Math.round((100 * position) / durationMs)),
    completed: position >= durationMs,
  }));
}

/** Those that have not expired, by last use. Throws `NotFound` for an unknown account. */
export async function listMemberSessions({ userId }: { userId: string }) {
  await requireAccount(userId);
  const rows = await primary
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastActiveAt));
  return rows
    .filter(({ expiresAt }) => expiresAt > new Date())
    .map(({ id, deviceInfo, createdAt, lastActiveAt }) => ({
      id: publicSessionId(id),
      device: describeDevice(deviceInfo),
      createdAt,
      lastActiveAt,
    }));
}

export async function listReportsAbout(options: { userId: string; limit: number }) {
  const { id, trackId, reason, createdAt, handledAt } = trackReports;
  const rows = await db
    .select({ id, trackId: tracks.id, reason, createdAt, handledAt, title: tracks.title })
    .from(trackReports)
    .innerJoin(tracks, eq(tracks.id, trackId))
    .where(eq(tracks.userId, options.userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(options.limit);
  return rows.map(({ handledAt: at, ...row }) => ({ ...row, isHandled: at !== null }));
}

export async function listPaymentsOf(options: { userId: string; limit: number }) {
  const { id, amount, paidAt, periodEnd, reversedAt } = payments;
  const rows = await primary
    .select({ id, amount, paidAt, periodEnd, reversedAt, refunded: receipts.refunded })
    .from(payments)
    .leftJoin(receipts, eq(receipts.id, payments.id))
    .where(eq(payments.userId, options.userId))
    .orderBy(desc(paidAt), desc(id))
    .limit(options.limit);
  return rows.map(({ reversedAt: at, refunded, ...row }) => ({
    ...row,
    reversal: reversalOf(row, at, refunded),
  }));
}

/** Why a payment's period does not count; null where it does. What was not given back in full is disputed. */
function reversalOf(
  { amount }: { amount: number },
  reversedAt: Date | null,
  refunded: number | null,
): "refunded" | "disputed" | null {
  if (reversedAt === null) return null;
  return refunded !== null && refunded < amount ? "disputed" : "refunded";
}

async function requireAccount(userId: string): Promise<void> {
  const found = await primary.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (found.length === 0) throw new NotFound(memberMessages.notFound);
}
