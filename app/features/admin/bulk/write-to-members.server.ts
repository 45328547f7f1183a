import { randomBytes } from "node:crypto";
import { and, asc, count, eq, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { notifyMany } from "#app/features/notifications/server/notify.server.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { announcements, emails, users } from "#db/schema/index.ts";
import { emailsPerMinute } from "../notices/notices.ts";
import { advance, lockRun, type Run } from "./lock-run.server.ts";

const membersPerBatch = 200;

/** Whom a notification reaches. Literals, as the index of states has them. */
const isNotified = sql`state = 'approved'`;
/**
 * Who gets an announcement's email: approved, with an address that the sign-in service has confirmed, not unsubscribed. The same
 * condition as the partial index.
 */
const getsNews = sql`state = 'approved' and provider = 'google' and emails_news`;

/** Members whom a notification reaches now. */
export async function countNotified(): Promise<number> {
  const [found] = await primary.select({ members: count() }).from(users).where(and(isNotified));
  // The official account.
  return Math.max(0, (found?.members ?? 0) - 1);
}

/** Members whom an announcement's email reaches now. */
export const countEmailReaders = (): Promise<number> => primary.$count(users, getsNews);

/**
 * The next members of a run, in the order in which their accounts were opened; those who joined after its start are left out.
 * Each batch and the run's advance are one transaction, so that nobody is written to twice, whenever the process ends.
 */
export async function writeToMembers(seen: Run, now: Date): Promise<void> {
  await write(async (tx) => {
    const run = await lockRun(tx, seen);
    if (!run) return;
    if (run.isCancelled || (await isOver(tx, run, now))) return stop(tx, run, now);
    const isEmail = run.action === "send-letters";
    const members = isEmail
      ? await nextMembers(tx, run, getsNews, emailsPerMinute)
      : await nextMembers(tx, run, isNotified, membersPerBatch);
    const last = members.at(-1);
    if (!last) return finish(tx, run, now);
    const userIds = members.map(({ id }) => id);
    const changed = isEmail
      ? await writeEmails(tx, run, userIds, now)
      : await notifyThem(tx, run, userIds, now);
    await advance(tx, run, {
      position: run.position + members.length,
      changedCount: run.changedCount + changed,
      lastMember: { at: last.createdAt.getTime(), id: last.id },
      // Not faster: mail servers refuse what comes in waves, and other emails come first.
      dueAt: isEmail ? new Date(now.getTime() + minuteMs) : null,
    });
    afterCommit(() => crashPoint("bulk-run-step"));
  });
}

function nextMembers(
  tx: Db,
  { lastMember, createdAt }: Run,
  reached: SQL,
  limit: number,
): Promise<{ id: string; createdAt: Date }[]> {
  const after = lastMember ?? { at: 0, id: "" };
  const afterAt = sql.param(new Date(after.at), users.createdAt);
  return tx
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(
      and(
        reached,
        sql`(${users.createdAt}, ${users.id}) > (${afterAt}, ${after.id})`,
        lte(users.createdAt, createdAt),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(limit);
}

/** What has ended is told to nobody any more. */
async function isOver(tx: Db, { announcementId }: Run, now: Date): Promise<boolean> {
  const [found] = await tx
    .select({ endsAt: announcements.endsAt, endedAt: announcements.endedAt })
    .from(announcements)
    .where(eq(announcements.id, announcementId ?? 0));
  return !found || found.endedAt !== null || (found.endsAt !== null && found.endsAt <= now);
}

async function notifyThem(tx: Db, run: Run, userIds: string[], now: Date): Promise<number> {
  const { announcementId } = run;
  if (announcementId === null) return 0;
  const existing = await lockUsersForShare(tx, userIds);
  const approved = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...existing]), eq(users.state, "approved"), ne(users.provider, "system")));
  return notifyMany(tx, {
    userIds: approved.map(({ id }) => id),
    event: { type: "announcement", announcementId },
    now,
  });
}

async function writeEmails(tx: Db, run: Run, userIds: string[], now: Date): Promise<number> {
  const { id: bulkRunId, letter: words } = run;
  if (!words) throw new Error("a run of emails has an email");
  const readers = await forUpdate(
    tx
      .select({ id: users.id, name: users.name, email: users.email, token: users.newsToken })
      .from(users)
      .where(and(inArray(users.id, userIds), getsNews))
      .orderBy(users.id),
    "no key update",
  );
  for (const { id, name, email, token: known } of readers) {
    const token = known ?? randomBytes(24).toString("base64url");
    if (!known) await tx.update(users).set({ newsToken: token }).where(eq(users.id, id));
    await sendEmail(tx, {
      to: email,
      template: "announcement",
      values: { name, ...words, token },
      userId: id,
      bulkRunId,
      priority: jobPriorities.official,
      now,
    });
  }
  return readers.length;
}

const waitingEmails = ({ id }: Run) => and(eq(emails.bulkRunId, id), isNull(emails.error));

/** A run of emails goes on until the last one is sent or given up, so that it can be stopped. */
async function finish(tx: Db, run: Run, now: Date): Promise<void> {
  const waiting = await tx.$count(emails, waitingEmails(run));
  await advance(
    tx,
    run,
    waiting > 0 ? { dueAt: new Date(now.getTime() + minuteMs) } : { finishedAt: now, lastMember: null },
  );
}

/** Takes back the emails that no mail server has got. */
async function stop(tx: Db, run: Run, now: Date): Promise<void> {
  const taken = await tx.delete(emails).where(waitingEmails(run)).returning({ id: emails.id });
  await advance(tx, run, {
    isCancelled: true,
    changedCount: run.changedCount - taken.length,
    lastMember: null,
    finishedAt: now,
  });
}
