import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, Invalid, NotFound, ReauthenticationRequired } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { auditLog, sessions, users } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { cancelBulkRun, listBulkRuns, startBulkRun } from "../../bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "../../bulk/continue-bulk-run.server.ts";
import { addMemberNote, listMemberNotes, removeMemberNote } from "./member-notes.server.ts";
import { runMemberForm } from "./run-member-form.server.ts";

withDatabase();

const actor: Actor = { kind: "admin", name: "admin" };

const bulkForms = [
  {
    form: { intent: "bulk-approve", action: "approve", reason: null },
    action: "user.approve",
    before: "pending",
    after: { state: "approved", canInvite: true, sessions: 1 },
  },
  {
    form: { intent: "bulk-deny", action: "deny", reason: "迷惑な投稿" },
    action: "user.deny",
    before: "approved",
    after: { state: "denied", canInvite: true, sessions: 0 },
  },
  {
    form: { intent: "bulk-suspend", action: "suspend", reason: "確認しています" },
    action: "user.suspend",
    before: "approved",
    after: { state: "suspended", canInvite: true, sessions: 0 },
  },
  {
    form: { intent: "bulk-approve", action: "approve", reason: null },
    action: "user.restore",
    before: "suspended",
    after: { state: "approved", canInvite: true, sessions: 1 },
  },
  {
    form: { intent: "bulk-invite-off", action: "invite-off", reason: null },
    action: "user.invite-revoke",
    before: "approved",
    after: { state: "approved", canInvite: false, sessions: 1 },
  },
  {
    form: { intent: "bulk-end-sessions", action: "end-sessions", reason: null },
    action: "user.sessions-end",
    before: "approved",
    after: { state: "approved", canInvite: true, sessions: 0 },
  },
] as const;

test.each(bulkForms)(
  "$form.intent changes those that were ticked, and passes over who is gone",
  async (o) => {
    const { form, action, before, after } = o;
    const members = await Promise.all([0, 1, 2].map(() => addMember({ state: before })));
    const [first, second, other] = members.map(({ id }) => id);
    if (!first || !second || !other) throw new Error("members are missing");
    for (const userId of [first, second, other]) await startSession({ userId, deviceInfo: "" });
    const stateOf = async (userId: string) => ({
      ...(await db
        .select({ state: users.state, canInvite: users.canInvite })
        .from(users)
        .where(eq(users.id, userId))
        .then(([row]) => row)),
      sessions: await db.$count(sessions, eq(sessions.userId, userId)),
    });
    const untouched = await stateOf(other);
    const ids = [first, "gone", second];
    expect(await runMemberForm({ ...form, ids, isAll: false, seenAt: 0 }, actor)).toBeNull();
    expect((await listBulkRuns(["members"]))[0]).toMatchObject({
      ...{ action: form.action, total: 3, doneCount: 3, changedCount: 2 },
      finishedAt: expect.any(Date),
    });
    expect(await stateOf(first)).toEqual(after);
    expect(await stateOf(second)).toEqual(after);
    expect(await stateOf(other)).toEqual(untouched);
    const rows = await db
      .select({ target: auditLog.targetId })
      .from(auditLog)
      .where(eq(auditLog.action, action));
    expect(rows.map(({ target }) => target).sort()).toEqual([first, second].sort());
  },
);

test("all that match the list are changed, not who registered later; a job does what the request leaves", async () => {
  const mark = `まとめて${Date.now()}`;
  const members = [];
  for (let index = 0; index < 23; index++) members.push(await addMember({ name: `${mark} ${index}` }));
  const [suspended] = members;
  await suspendAccount({ userId: suspended?.id ?? "", actor, reason: "前から" });
  const seenAt = Date.now();
  const late = await addMember({ name: `${mark} あとから` });
  await updateUser(late.id, { createdAt: new Date(seenAt + 1000) });
  const other = await addMember({ name: "ほかの人" });
  const form = { intent: "bulk-suspend", action: "suspend", reason: "まとめて確認" } as const;
  await runMemberForm({ ...form, ids: [], isAll: true, seenAt }, actor, { search: mark, filter: "all" });
  const [run] = await listBulkRuns(["members"]);
  expect(run).toMatchObject({ total: 23, doneCount: 20, finishedAt: null });
  // Two processes at once, as after a crash.
  const runId = run?.id ?? 0;
  await Promise.all([continueBulkRun({ runId }), continueBulkRun({ runId })]);
  expect((await listBulkRuns(["members"]))[0]).toMatchObject({ total: 23, doneCount: 23, changedCount: 22 });
  const states = await db.select({ name: users.name, state: users.state }).from(users);
  const stateOf = (name: string) =>
    states.filter((one) => one.name.startsWith(name)).map(({ state }) => state);
  expect(stateOf(mark).filter((state) => state === "suspended")).toHaveLength(23);
  expect(stateOf(`${mark} あとから`)).toEqual(["approved"]);
  expect(states.filter(({ name }) => name === other.name)[0]?.state).toBe("approved");
});

test("a run stops where it is cancelled, and needs the password where a single change would", async () => {
  const members = await Promise.all(Array.from({ length: 21 }, () => addMember()));
  const change = { action: "deny", items: members.map(({ id }) => id), reason: null } as const;
  await expect(startBulkRun({ actor: { ...actor, hasStalePassword: true }, ...change })).rejects.toThrow(
    ReauthenticationRequired,
  );
  const runId = await startBulkRun({ actor, ...change });
  expect(await continueBulkRun({ runId, maxSteps: 2 })).toBe(false);
  await cancelBulkRun({ actor, runId });
  expect(await continueBulkRun({ runId })).toBe(true);
  expect((await listBulkRuns(["members"]))[0]).toMatchObject({
    isCancelled: true,
    doneCount: 2,
    changedCount: 2,
  });
  await expect(cancelBulkRun({ actor, runId })).rejects.toThrow(Conflict);
  await expect(startBulkRun({ actor, ...change, items: [] })).rejects.toThrow(Invalid);
});

test("notes about a member: with their operator and time, once, and gone with the account", async () => {
  const { id } = await addMember();
  const note = { userId: id, text: "前にも同じ投稿があった", actor };
  await addMemberNote(note);
  await addMemberNote(note);
  const [kept, ...more] = await listMemberNotes({ userId: id });
  expect(kept).toMatchObject({ author: "admin", text: note.text });
  expect(more).toEqual([]);
  await expect(addMemberNote({ ...note, userId: "gone" })).rejects.toThrow(NotFound);
  await expect(addMemberNote({ ...note, text: "x", actor: unrecordableActor })).rejects.toThrow();
  await removeMemberNote({ userId: id, noteId: kept?.id ?? 0, actor });
  await expect(removeMemberNote({ userId: id, noteId: kept?.id ?? 0, actor })).rejects.toThrow(NotFound);
  expect(await listMemberNotes({ userId: id })).toEqual([]);
});
