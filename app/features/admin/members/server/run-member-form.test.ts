import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { db } from "#db/client.ts";
import { auditLog, sessions, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { runMemberForm } from "./run-member-form.server.ts";

withDatabase();

const actor: Actor = { kind: "admin", name: "admin" };

const bulkForms = [
  {
    form: { intent: "bulk-approve" },
    action: "user.approve",
    before: "pending",
    after: { state: "approved", canInvite: true, sessions: 1 },
  },
  {
    form: { intent: "bulk-deny", reason: "迷惑な投稿" },
    action: "user.deny",
    before: "approved",
    after: { state: "denied", canInvite: true, sessions: 0 },
  },
  {
    form: { intent: "bulk-suspend", suspensionReason: "確認しています" },
    action: "user.suspend",
    before: "approved",
    after: { state: "suspended", canInvite: true, sessions: 0 },
  },
  {
    form: { intent: "bulk-approve" },
    action: "user.restore",
    before: "suspended",
    after: { state: "approved", canInvite: true, sessions: 1 },
  },
  {
    form: { intent: "bulk-invite-off" },
    action: "user.invite-revoke",
    before: "approved",
    after: { state: "approved", canInvite: false, sessions: 1 },
  },
  {
    form: { intent: "bulk-end-sessions" },
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
    expect(await runMemberForm({ ...form, ids: [first, "gone", second] }, actor)).toBe("members-changed");
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
