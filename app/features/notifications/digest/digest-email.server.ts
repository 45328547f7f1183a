import { randomBytes } from "node:crypto";
import { and, asc, eq, lte, max } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, primary, write } from "#db/client.ts";
import { digestEmails, notifications } from "#db/schema/index.ts";
import { listUnreadSince } from "../server/find-notifications.server.ts";
import { notificationText } from "../server/notification-texts.server.ts";

/** The next sweep takes the rest. */
const maxPerSweep = 100;
/** Named in an email; the rest is counted. */
const maxNamed = 10;

/** Today or tomorrow at 19:00, Asia/Tokyo (10:00 UTC). */
export function nextDigest(now: Date): Date {
  const evening = new Date(now);
  evening.setUTCHours(10, 0, 0, 0);
  return evening > now ? evening : new Date(evening.getTime() + dayMs);
}

export async function wantsDigest({ viewer }: { viewer: { id: string } }): Promise<boolean> {
  return (await primary.$count(digestEmails, eq(digestEmails.userId, viewer.id))) > 0;
}

/** Of what comes from now on. */
export async function chooseDigest(o: {
  viewer: { id: string };
  isWanted: boolean;
  now?: Date;
}): Promise<void> {
  const { viewer, isWanted, now = new Date() } = o;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    if (!isWanted) {
      await tx.delete(digestEmails).where(eq(digestEmails.userId, viewer.id));
      return;
    }
    const token = randomBytes(24).toString("base64url");
    const toldId = await findNewestId(tx, viewer.id);
    await tx
      .insert(digestEmails)
      .values({ userId: viewer.id, token, dueAt: nextDigest(now), toldId })
      .onConflictDoNothing();
  });
}

/** By the link of an email, without a sign-in. Throws `NotFound` for an unknown one, and if it was stopped already. */
export async function stopDigest(token: string): Promise<void> {
  const stopped = await write((tx) =>
    tx.delete(digestEmails).where(eq(digestEmails.token, token)).returning({ userId: digestEmails.userId }),
  );
  if (stopped.length === 0)
    throw new NotFound("このメールは、もう止まっています。「設定」で、いつでもまた受け取れます");
}

/**
 * Tells members whose time has come of what is unread and new since the last time, each notification once; nothing new is not
 * worth an email. Returns the number of emails.
 */
export async function sendDigests(now = new Date()): Promise<number> {
  const due = await primary
    .select()
    .from(digestEmails)
    .where(lte(digestEmails.dueAt, now))
    .orderBy(asc(digestEmails.dueAt))
    .limit(maxPerSweep);
  let sent = 0;
  for (const row of due) if (await sendOne(row, now)) sent++;
  return sent;
}

function sendOne(row: typeof digestEmails.$inferSelect, now: Date): Promise<boolean> {
  const { userId, token, dueAt, toldId } = row;
  return write(async (tx) => {
    const { state, email, name } = await lockMember(tx, userId);
    // Another process may have been faster.
    const moved = await tx
      .update(digestEmails)
      .set({ dueAt: nextDigest(now), toldId: await findNewestId(tx, userId) })
      .where(and(eq(digestEmails.userId, userId), eq(digestEmails.dueAt, dueAt)))
      .returning({ userId: digestEmails.userId });
    if (moved.length === 0 || state !== "approved") return false;
    const groups = await listUnreadSince(tx, { userId, sinceId: toldId, limit: maxNamed + 1 });
    if (groups.length === 0) return false;
    const values = {
      ...{ name, token },
      lines: groups
        .slice(0, maxNamed)
        .map((group) =>
          notificationText({ ...group, groupSize: group.unreadCount }).text.replace(/\s+/g, " "),
        )
        .join("\n"),
      isMore: groups.length > maxNamed ? "yes" : "",
    };
    await sendEmail(tx, { to: email, template: "digest", values, userId, now });
    return true;
  });
}

async function findNewestId(tx: Db, userId: string): Promise<number> {
  const [newest] = await tx
    .select({ id: max(notifications.id) })
    .from(notifications)
    .where(eq(notifications.userId, userId));
  return newest?.id ?? 0;
}
