import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import { announce } from "#app/features/announcements/server/announcement-verbs.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { announcements, bulkRuns, emails } from "#db/schema/index.ts";
import { insertRun } from "../bulk/bulk-run-verbs.server.ts";
import { countEmailReaders, countNotified } from "../bulk/write-to-members.server.ts";
import type { AnnouncementRun } from "./notices.ts";

type Announcement = typeof announcements.$inferSelect;

/** Throws `NotFound`. */
export async function findAnnouncement(id: number): Promise<Announcement> {
  const [found] = await primary.select().from(announcements).where(eq(announcements.id, id));
  if (!found) throw new NotFound("このお知らせは見つかりません");
  return found;
}

const hasEnded = ({ endedAt, endsAt }: Announcement, now: Date) =>
  endedAt !== null || (endsAt !== null && endsAt <= now);

/**
 * Shows an announcement to everybody, and also notifies every member of now once, from its beginning on. Throws what `announce`
 * throws.
 */
export async function announceToMembers(options: {
  actor: Actor;
  text: string;
  startsAt: Date | null;
  endsAt: Date | null;
}): Promise<{ id: number }> {
  const { actor } = options;
  const now = new Date();
  const total = await countNotified();
  return announce({
    ...options,
    now,
    async alongside(tx, id) {
      if (!(await hasRun(tx, { id, action: "announce" })))
        await startRun(tx, { actor, id, action: "announce", total, now });
    },
  });
}

/** The same for an announcement that is there. Throws `Conflict` for an ended one and for a second time. */
export async function sendNotifications({ actor, id }: { actor: Actor; id: number }): Promise<void> {
  const total = await countNotified();
  await write((tx) => startRun(tx, { actor, id, action: "announce", total, now: new Date() }));
}

/**
 * Sends an email to every member of now who gets such emails (`countEmailReaders`), a few a minute, from the announcement's
 * beginning on. Throws `Conflict` for an ended announcement and for a second time, and `Invalid` where there is no reader.
 */
export async function sendAnnouncementEmails(options: {
  actor: Actor;
  id: number;
  email: { subject: string; text: string };
}): Promise<void> {
  const { actor, id, email } = options;
  const total = await countEmailReaders();
  if (total === 0) throw new Invalid({ _: ["お知らせのメールを受け取る会員が、まだいません"] });
  await write((tx) => startRun(tx, { actor, id, action: "send-letters", email, total, now: new Date() }));
}

async function startRun(
  tx: Db,
  run: {
    actor: Actor;
    id: number;
    action: "announce" | "send-letters";
    email?: { subject: string; text: string };
    total: number;
    now: Date;
  },
): Promise<void> {
  const { actor, id, action, email, total, now } = run;
  const [announcement] = await forUpdate(
    tx.select().from(announcements).where(eq(announcements.id, id)),
    "update",
  );
  if (!announcement) throw new NotFound("このお知らせは見つかりません");
  if (hasEnded(announcement, now)) throw new Conflict("このお知らせは、すでに終わっています");
  if (await hasRun(tx, run))
    throw new Conflict(
      action === "announce"
        ? "このお知らせの通知は、もう出してあります"
        : "このお知らせのメールは、もう出してあります",
    );
  await insertRun(tx, {
    ...{ actor, action, items: [], total, reason: null, announcementId: id },
    ...(email && { email }),
    dueAt: announcement.startsAt > now ? announcement.startsAt : null,
    now,
  });
}

async function hasRun(
  tx: Db,
  { id, action }: { id: number; action: "announce" | "send-letters" },
): Promise<boolean> {
  const ofRun = and(eq(bulkRuns.announcementId, id), eq(bulkRuns.action, action));
  return (await tx.$count(bulkRuns, ofRun)) > 0;
}

/** By announcement. */
export async function listAnnouncementRuns(ids: readonly number[]): Promise<Map<number, AnnouncementRun[]>> {
  const now = new Date();
  const found = new Map<number, AnnouncementRun[]>();
  if (ids.length === 0) return found;
  const runs = await primary
    .select()
    .from(bulkRuns)
    .where(inArray(bulkRuns.announcementId, [...ids]))
    .orderBy(asc(bulkRuns.id));
  for (const run of runs)
    found.set(run.announcementId ?? 0, [
      ...(found.get(run.announcementId ?? 0) ?? []),
      await toAnnouncementRun(run, now),
    ]);
  return found;
}

async function toAnnouncementRun(run: typeof bulkRuns.$inferSelect, now: Date): Promise<AnnouncementRun> {
  const { id, action, total, position, changedCount, sentCount, finishedAt, isCancelled, dueAt } = run;
  const startedBy = run.actorName ?? "";
  const isPlanned = position === 0 && dueAt !== null && dueAt > now;
  const openState = isPlanned ? "planned" : "running";
  const state =
    finishedAt === null ? (isCancelled ? "stopping" : openState) : isCancelled ? "stopped" : "done";
  const unwritten = finishedAt === null ? Math.max(0, total - position) : 0;
  if (action !== "send-letters")
    return {
      ...{ id, kind: "notifications", state, startedBy, total, sent: changedCount },
      ...{ failed: 0, left: unwritten },
    };
  const [waiting] = await primary
    .select({ count: count() })
    .from(emails)
    .where(and(eq(emails.bulkRunId, id), isNull(emails.error)));
  const inOutbox = waiting?.count ?? 0;
  return {
    ...{ id, kind: "emails", state, startedBy, total, sent: sentCount },
    failed: Math.max(0, changedCount - sentCount - inOutbox),
    left: unwritten + inOutbox,
  };
}
