import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { readEnvironment } from "#app/config/environment.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { announce, endAnnouncement } from "#app/features/announcements/server/announcement-verbs.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { deliverEmail } from "#app/features/mail/deliver-email.server.ts";
import { chooseNews, stopNews, wantsNews } from "#app/features/mail/news.server.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { recoverTasks } from "#app/features/tasks/enqueue-task.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, bulkRuns, emails, users } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { startMailServer } from "#test/servers/mail-server.ts";
import { bulkRunKind, cancelBulkRun } from "../bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "../bulk/continue-bulk-run.server.ts";
import { countEmailReaders } from "../bulk/write-to-members.server.ts";
import { emailsPerMinute } from "./notices.ts";
import {
  announceToMembers,
  listAnnouncementRuns,
  sendAnnouncementEmails,
  sendNotifications,
} from "./send-announcement.server.ts";

withDatabase();

const actor = { kind: "admin", name: "花" } as const;
const minuteMs = 60_000;
const email = { subject: "点検", text: "夜に点検します。\n\nご不便をおかけします。" };
const heard = async (viewer: { id: string }) =>
  (await listNotifications({ viewer, limit: 20 })).groups.map(({ type, announcement }) => [
    type,
    announcement,
  ]);
const runsOf = async (id: number) => (await listAnnouncementRuns([id])).get(id) ?? [];
const newRun = async (id: number) => {
  const [run] = await db
    .select()
    .from(bulkRuns)
    .where(eq(bulkRuns.announcementId, id))
    .orderBy(asc(bulkRuns.id));
  return run?.id ?? 0;
};
const emailsOf = (runId: number) => db.select().from(emails).where(eq(emails.bulkRunId, runId));
const later = (minutes: number) => new Date(Date.now() + minutes * minuteMs);
const shownNow = { actor, startsAt: null, endsAt: null };

test("an announcement that is posted twice is one, and is notified once", async () => {
  await write((tx) => addOfficialAccount(tx, new Date()));
  const said = { ...shownNow, text: "点検は終わりました" };
  const [first, second] = await Promise.all([announceToMembers(said), announceToMembers(said)]);
  expect(second).toEqual(first);
  expect(await runsOf(first.id)).toHaveLength(1);
  // The notification had been forgotten.
  const planned = { ...said, startsAt: later(30) };
  const { id } = await announce(planned);
  expect(id).not.toBe(first.id);
  expect(await announceToMembers(planned)).toEqual({ id });
  expect(await runsOf(id)).toHaveLength(1);
  // What was ended is said anew, and what another operator says is theirs.
  await endAnnouncement({ actor, id });
  expect(await announce(planned)).not.toEqual({ id });
  expect(await announce({ ...said, actor: { kind: "admin", name: "麦" } })).not.toEqual(first);
});

test("each member of then is notified once, whenever the work is interrupted; who joins later is not", async () => {
  const members = [await addMember(), await addMember(), await addMember()];
  const pending = await addMember({ state: "pending" });
  const { id } = await announceToMembers({ ...shownNow, text: "新しい声が増えました" });
  const runId = await newRun(id);
  const [stored] = await db.select().from(bulkRuns).where(eq(bulkRuns.id, runId));
  expect(await continueBulkRun({ runId, maxSteps: 1 })).toBe(false);
  // As after a kill between the commit and anything else: the step before is done again.
  await write((tx) =>
    tx.update(bulkRuns).set({ position: 0, changedCount: 0, lastMember: null }).where(eq(bulkRuns.id, runId)),
  );
  const joined = await addMember();
  await updateUser(joined.id, { createdAt: new Date((stored?.createdAt.getTime() ?? 0) + 1) });
  expect(await continueBulkRun({ runId })).toBe(true);
  for (const member of members)
    expect(await heard(member)).toEqual([["announcement", "新しい声が増えました"]]);
  for (const other of [pending, joined]) expect(await heard(other)).toEqual([]);
  await expect(sendNotifications({ actor, id })).rejects.toThrow(Conflict);
  expect(await runsOf(id)).toMatchObject([
    { kind: "notifications", state: "done", startedBy: "花", left: 0 },
  ]);
  const [logged] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, "announcement.send"), eq(auditLog.targetId, `${id}`)));
  expect(logged).toMatchObject({ actorName: "花", after: { action: "announce" } });
});

test("nobody is written to without its row in the audit log", async () => {
  const before = await db.$count(bulkRuns);
  const said = { ...shownNow, actor: unrecordableActor, text: "影" };
  await expect(announceToMembers(said)).rejects.toThrow();
  expect(await db.$count(bulkRuns)).toBe(before);
});

test("what is planned is told from its beginning on, and what has ended to nobody", async () => {
  const member = await addMember();
  const { id } = await announceToMembers({ ...shownNow, text: "あしたの話", startsAt: later(10) });
  const runId = await newRun(id);
  expect(await continueBulkRun({ runId })).toBe(false);
  expect(await runsOf(id)).toMatchObject([{ state: "planned" }]);
  await recoverTasks(bulkRunKind);
  expect(await heard(member)).toEqual([]);
  await endAnnouncement({ actor, id });
  expect(await continueBulkRun({ runId, now: later(11) })).toBe(true);
  expect(await heard(member)).toEqual([]);
  expect(await runsOf(id)).toMatchObject([{ state: "stopped", sent: 0 }]);
  await expect(sendNotifications({ actor, id })).rejects.toThrow(Conflict);
});

test("emails go to confirmed addresses, some a minute, each once; they are counted, and a click stops them", async () => {
  const readers: { id: string }[] = [];
  for (let n = 0; n < emailsPerMinute + 3; n++)
    readers.push(await addMember({ provider: "google", name: `読者${n}` }));
  const [first, second, third, off] = readers;
  if (!first || !second || !third || !off) throw new Error("no readers");
  const unconfirmed = await addMember();
  await chooseNews({ viewer: off, isWanted: false });
  const { id } = await announce({ ...shownNow, text: "点検" });
  expect(await countEmailReaders()).toBe(emailsPerMinute + 2);
  await sendAnnouncementEmails({ actor, id, email });
  await expect(sendAnnouncementEmails({ actor, id, email })).rejects.toThrow(Conflict);
  const [run] = await db.select().from(bulkRuns).where(eq(bulkRuns.announcementId, id));
  const runId = run?.id ?? 0;
  expect(await continueBulkRun({ runId })).toBe(false);
  expect(await emailsOf(runId)).toHaveLength(emailsPerMinute);
  // Not before the next minute.
  expect(await continueBulkRun({ runId })).toBe(false);
  expect(await emailsOf(runId)).toHaveLength(emailsPerMinute);
  expect(await continueBulkRun({ runId, now: later(2) })).toBe(false);
  const written = await emailsOf(runId);
  expect(new Set(written.map(({ userId }) => userId)).size).toBe(emailsPerMinute + 2);
  expect(written.some(({ userId }) => userId === unconfirmed.id || userId === off.id)).toBe(false);

  const server = await startMailServer();
  const settings = readEnvironment({ PUBLIC_ORIGIN: "https://mugen.example", SMTP_URL: server.url });
  const send = (email: { id: string } | undefined) =>
    deliverEmail({
      emailId: email?.id ?? "",
      signal: new AbortController().signal,
      settings,
      now: later(3),
    });
  const of = (userId: string) => written.find((email) => email.userId === userId);
  await send(of(first.id));
  const [{ read } = { read: undefined }] = server.emails;
  const header = (key: string) => read?.headers.find((one) => one.key === key)?.value ?? "";
  expect(read?.subject).toBe("点検");
  expect(read?.text).toContain("読者0 様");
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const stopPath = /<https:\/\/mugen\.example(\/unsubscribe\/[\w-]{32})>/.exec(
    header("list-unsubscribe"),
  )?.[1];
  expect(read?.text).toContain(`https://mugen.example${stopPath}`);

  // Stopped and refused between writing and sending.
  const { newsToken } = (await db.select().from(users).where(eq(users.id, second.id)))[0] ?? {};
  await stopNews(newsToken ?? "");
  await stopNews(newsToken ?? "");
  await expect(stopNews("no such token")).rejects.toThrow(NotFound);
  expect(await wantsNews({ viewer: second })).toBe(false);
  await send(of(second.id));
  server.refuse({ at: "recipient", code: 550, message: "5.1.1 no such user" });
  await send(of(third.id));
  expect(server.emails).toHaveLength(1);
  expect(await runsOf(id)).toMatchObject([
    { kind: "emails", state: "running", sent: 1, failed: 1, left: emailsPerMinute - 1 },
  ]);

  await expect(cancelBulkRun({ actor: unrecordableActor, runId })).rejects.toThrow();
  await cancelBulkRun({ actor, runId });
  expect(await continueBulkRun({ runId })).toBe(true);
  expect(await runsOf(id)).toMatchObject([{ state: "stopped", sent: 1, failed: 1, left: 0 }]);
  expect(await db.$count(emails, and(eq(emails.bulkRunId, runId), isNull(emails.error)))).toBe(0);
  await server.stop();
  await write((tx) =>
    tx.delete(users).where(
      inArray(
        users.id,
        readers.map(({ id }) => id),
      ),
    ),
  );
});

test("a run of emails ends when the last one is sent or given up", async () => {
  const reader = await addMember({ provider: "google" });
  const { id } = await announce({ ...shownNow, text: "配達" });
  await sendAnnouncementEmails({ actor, id, email });
  const [run] = await db.select().from(bulkRuns).where(eq(bulkRuns.announcementId, id));
  const runId = run?.id ?? 0;
  await continueBulkRun({ runId });
  expect(await continueBulkRun({ runId, now: later(2) })).toBe(false);
  const [waiting] = await emailsOf(runId);
  const signal = new AbortController().signal;
  await deliverEmail({ emailId: waiting?.id ?? "", signal, now: later(2) });
  expect(await continueBulkRun({ runId, now: later(4) })).toBe(true);
  expect(await runsOf(id)).toMatchObject([{ state: "done", sent: 1, failed: 0, left: 0 }]);
  await chooseNews({ viewer: reader, isWanted: false });
  const { id: other } = await announce({ ...shownNow, text: "不達" });
  await expect(sendAnnouncementEmails({ actor, id: other, email })).rejects.toThrow(Invalid);
});
