import { desc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { findOpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { restoreBranch, revokeBranch } from "#app/features/invitations/server/revoke-branch.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { countUnread } from "#app/features/notifications/unread/count-unread.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  emails,
  invitations,
  notifications,
  sessions,
  stripeCancellations,
  subscriptions,
  users,
} from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { findSession, startSession } from "../sessions/session.server.ts";
import { approveAccount } from "./approve-account.server.ts";
import { denyAccount } from "./deny-account.server.ts";
import { findSuspension, suspendAccount } from "./suspend-account.server.ts";

withDatabase();

const actor = operatorActor;
const reason = "なりすましの疑いを確認しています";

async function account(userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Error("the account is missing");
  return row;
}

/** What others' rows say about an account, and what of it is stored. */
async function surroundings(userId: string, others: readonly string[]) {
  const {
    state: _,
    suspendedAt: _at,
    suspensionReason: _why,
    updatedAt: _changed,
    ...row
  } = await account(userId);
  return {
    row,
    counts: await Promise.all(
      others.map(async (id) => {
        const { followerCount, followingCount } = await account(id);
        return { followerCount, followingCount };
      }),
    ),
    notifications: await db.$count(notifications, eq(notifications.actorId, userId)),
  };
}

test("a suspension locks out and hides; lifted, everything is as before, and no payment was touched", async () => {
  const [member, fan, idol] = [await addMember(), await addMember(), await addMember()];
  const userId = member.id;
  await followMember({ viewer: fan, userId });
  await followMember({ viewer: member, userId: idol.id });
  const code = `code-${userId}`;
  const now = new Date();
  await write(async (tx) => {
    await tx.insert(invitations).values({ code, ownerId: userId, createdAt: now });
    await tx
      .update(users)
      .set({
        stripeCustomerId: `cus_${userId}`,
        premiumEndDate: new Date(now.getTime() + 864e5),
        isPremium: true,
      })
      .where(eq(users.id, userId));
    await tx
      .insert(subscriptions)
      .values({ id: `sub_${userId}`, userId, customerId: `cus_${userId}`, status: "active", createdAt: now });
  });
  const token = await startSession({ userId, deviceInfo: "phone" });
  const others = await startSession({ userId: fan.id, deviceInfo: "" });
  const before = await surroundings(userId, [fan.id, idol.id]);
  expect(await countUnread({ userId: idol.id })).toBe(1);

  expect(await suspendAccount({ userId, actor, reason, seen: "approved" })).toEqual({ endedSessions: 1 });
  expect(await findSession(token)).toBeNull();
  expect(await findSession(others)).toMatchObject({ state: "approved" });
  expect(await findSuspension({ userId })).toMatchObject({ reason, since: expect.any(Date) });
  expect(await findSession(await startSession({ userId, deviceInfo: "" }))).toMatchObject({
    state: "suspended",
  });
  expect((await account(fan.id)).followingCount).toBe(0);
  expect((await account(idol.id)).followerCount).toBe(0);
  expect(await findOpenInvitation(code)).toBeNull();
  // Nothing about it, nothing to it.
  expect(await countUnread({ userId: idol.id })).toBe(0);
  await write((tx) => notify(tx, { userId, event: { type: "follow", actorId: fan.id } }));
  await write((tx) => notify(tx, { userId: fan.id, event: { type: "follow", actorId: userId } }));
  expect(await db.$count(notifications, eq(notifications.userId, fan.id))).toBe(0);
  expect(await db.$count(stripeCancellations, eq(stripeCancellations.id, `cus_${userId}`))).toBe(0);
  // Once more changes nothing.
  expect(await suspendAccount({ userId, actor, reason: "別の理由" })).toEqual({ endedSessions: 0 });

  await approveAccount({ userId, actor, seen: "suspended" });
  expect(await surroundings(userId, [fan.id, idol.id])).toEqual(before);
  expect(await account(userId)).toMatchObject({
    state: "approved",
    suspendedAt: null,
    suspensionReason: null,
  });
  expect(await findOpenInvitation(code)).not.toBeNull();
  expect(await countUnread({ userId: idol.id })).toBe(1);
  expect(await findSuspension({ userId })).toBeNull();

  const sent = await db.select().from(emails).where(eq(emails.userId, userId)).orderBy(emails.createdAt);
  expect(sent.map(({ to, template, values }) => ({ to, template, values }))).toEqual([
    { to: member.email, template: "account-suspended", values: { name: member.name, reason } },
    { to: member.email, template: "account-restored", values: { name: member.name } },
  ]);
  const log = await db.select().from(auditLog).where(eq(auditLog.targetId, userId)).orderBy(auditLog.id);
  expect(log.map(({ action, before: from, after: to }) => ({ action, from, to }))).toEqual([
    {
      action: "user.suspend",
      from: { state: "approved" },
      to: { state: "suspended", endedSessions: 1, reason },
    },
    { action: "user.restore", from: { state: "suspended" }, to: { state: "approved" } },
  ]);
});

test("only approved members are suspended, and only as the operator saw them", async () => {
  for (const state of ["pending", "denied"] as const) {
    const { id: userId } = await addMember({ state });
    await expect(suspendAccount({ userId, actor, reason })).rejects.toThrow(Conflict);
    expect((await account(userId)).state).toBe(state);
  }
  const { id: userId } = await addMember();
  await expect(suspendAccount({ userId, actor, reason, seen: "pending" })).rejects.toThrow(
    "今の状態は「承認済み」です",
  );
  await expect(suspendAccount({ userId: "nobody", actor, reason })).rejects.toThrow(NotFound);
  await expect(approveAccount({ userId, actor, seen: "suspended" })).resolves.toBeUndefined();
});

test("suspended and lifted at the same moment, counts stay right", async () => {
  const [member, fan] = [await addMember(), await addMember()];
  await followMember({ viewer: fan, userId: member.id });
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      [0, 1, 2].flatMap(() => [
        suspendAccount({ userId: member.id, actor, reason }).catch(() => {}),
        approveAccount({ userId: member.id, actor }),
      ]),
    );
    const { state } = await account(member.id);
    expect((await account(fan.id)).followingCount).toBe(state === "approved" ? 1 : 0);
    expect(await db.$count(sessions, eq(sessions.userId, member.id))).toBe(0);
  }
  await approveAccount({ userId: member.id, actor });
  expect((await account(fan.id)).followingCount).toBe(1);
});

test("a suspended member who is denied is let in again; denied with a branch, the suspension comes back", async () => {
  const [member, fan] = [await addMember(), await addMember()];
  const userId = member.id;
  await followMember({ viewer: fan, userId });
  await suspendAccount({ userId, actor, reason });
  await denyAccount({ userId, actor });
  expect(await findSuspension({ userId })).toBeNull();
  await approveAccount({ userId, actor });
  expect((await account(fan.id)).followingCount).toBe(1);

  await suspendAccount({ userId, actor, reason });
  expect(await revokeBranch({ userId, actor, seen: 1 })).toBe(1);
  expect(await account(userId)).toMatchObject({ state: "denied", revokedBranch: userId });
  expect(await restoreBranch({ userId, actor })).toBe(1);
  expect(await findSuspension({ userId })).toMatchObject({ reason });
  expect((await account(fan.id)).followingCount).toBe(0);
  await approveAccount({ userId, actor });
  expect((await account(fan.id)).followingCount).toBe(1);
  const [last] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, userId))
    .orderBy(desc(auditLog.id))
    .limit(1);
  expect(last).toMatchObject({ action: "user.restore", after: { state: "approved" } });
});

test("who waited when the branch was denied waits again with it, and is let in alone", async () => {
  const inviter = await addMember();
  const [waiting, other] = [await addMember({ state: "pending" }), await addMember({ state: "pending" })];
  await write((tx) =>
    tx
      .update(users)
      .set({ invitedById: inviter.id })
      .where(inArray(users.id, [waiting.id, other.id])),
  );
  expect(await revokeBranch({ userId: inviter.id, actor, seen: 3 })).toBe(3);
  await approveAccount({ userId: other.id, actor });
  expect(await restoreBranch({ userId: inviter.id, actor })).toBe(2);
  expect(await account(inviter.id)).toMatchObject({ state: "approved" });
  expect(await account(other.id)).toMatchObject({ state: "approved" });
  expect(await account(waiting.id)).toMatchObject({ state: "pending", revokedBranch: null });
  const told = await db
    .select()
    .from(emails)
    .where(inArray(emails.userId, [waiting.id, other.id]));
  expect(told.map(({ userId, template }) => [userId, template])).toEqual([[other.id, "account-approved"]]);
});
