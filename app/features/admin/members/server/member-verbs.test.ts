import { and, desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { AccountState } from "#app/features/accounts/account.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import {
  endAllSessions,
  endSessionOf,
  publicIdOfToken,
  startSession,
} from "#app/features/accounts/sessions/session.server.ts";
import { logAccess } from "#app/features/admin/log-access.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { Conflict, Forbidden, NotFound } from "#app/features/domain-error.ts";
import { setInvitePermission } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { findOpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { restoreBranch, revokeBranch } from "#app/features/invitations/server/revoke-branch.server.ts";
import { findPremiumStatus } from "#app/features/premium/server/find-premium-status.server.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  emails,
  invitations,
  notifications,
  sessions,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { loadMemberPage } from "./load-member-page.server.ts";
import { setPremium } from "./set-premium.server.ts";

withDatabase();

const actor: Actor = { kind: "admin", name: "admin" };

const rowsAbout = (userId: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, "user"), eq(auditLog.targetId, userId)))
    .orderBy(desc(auditLog.id));

async function account(id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

async function invitedBy(inviter: string, state?: "pending" | "denied") {
  const member = await addMember(state ? { state } : {});
  await updateUser(member.id, { invitedById: inviter });
  return member;
}

const changes: [string, (userId: string) => Promise<unknown>, string, AccountState][] = [
  ["approving", (userId) => approveAccount({ userId, actor }), "user.approve", "pending"],
  ["denying", (userId) => denyAccount({ userId, actor, reason: "迷惑な投稿" }), "user.deny", "approved"],
  [
    "suspending",
    (userId) => suspendAccount({ userId, actor, reason: "確認しています" }),
    "user.suspend",
    "approved",
  ],
  ["lifting a suspension", (userId) => approveAccount({ userId, actor }), "user.restore", "suspended"],
  ["deleting", (userId) => deleteAccount({ viewer: { id: userId }, actor }), "user.delete", "approved"],
  ["premium", (userId) => setPremium({ userId, isPremium: true, actor }), "user.premium-grant", "approved"],
  [
    "the permission to invite",
    (userId) => setInvitePermission({ userId, canInvite: false, actor }),
    "user.invite-revoke",
    "approved",
  ],
  [
    "ending sessions",
    (userId) => endAllSessions({ viewer: { id: userId }, actor }),
    "user.sessions-end",
    "approved",
  ],
];

test.each(changes)(
  "%s is in the audit log with its change, or does not happen",
  async (_, change, action, state) => {
    const { id } = await addMember({ state });
    await startSession({ userId: id, deviceInfo: "" });
    const before = {
      account: await account(id),
      sessions: await db.$count(sessions, eq(sessions.userId, id)),
    };
    const mails = await db.$count(emails);
    const failing = vi.spyOn(audit, "recordAudit").mockRejectedValue(new Error("the log is full"));
    await expect(change(id)).rejects.toThrow("the log is full");
    failing.mockRestore();
    expect({
      account: await account(id),
      sessions: await db.$count(sessions, eq(sessions.userId, id)),
    }).toEqual(before);
    expect(await db.$count(emails)).toBe(mails);

    await change(id);
    expect(await rowsAbout(id)).toMatchObject([{ action, actorKind: "admin", actorName: "admin" }]);
  },
);

test("who is denied reads why, and who invited somebody waiting hears of it without a name", async () => {
  const inviter = await addMember();
  const waiting = await invitedBy(inviter.id, "pending");
  await denyAccount({ userId: waiting.id, actor, reason: "お名前を確認できません", seen: "pending" });
  expect(await db.select().from(emails).where(eq(emails.userId, waiting.id))).toMatchObject([
    { to: waiting.email, template: "account-denied", values: { reason: "お名前を確認できません" } },
  ]);
  const told = await db.select().from(notifications).where(eq(notifications.userId, inviter.id));
  expect(told).toMatchObject([{ type: "invitation_denied", actorId: null, isRead: false }]);
  expect((await rowsAbout(waiting.id))[0]).toMatchObject({
    before: { state: "pending" },
    after: { state: "denied", reason: "お名前を確認できません", endedSessions: 0 },
  });
  // A second press changes nothing.
  await denyAccount({ userId: waiting.id, actor, reason: "もう一度" });
  expect(await rowsAbout(waiting.id)).toHaveLength(1);
  expect(await db.$count(emails, eq(emails.userId, waiting.id))).toBe(1);

  const silent = await addMember();
  await denyAccount({ userId: silent.id, actor });
  expect(await db.$count(emails, eq(emails.userId, silent.id))).toBe(0);
});

test("what another tab has changed meanwhile is not overwritten", async () => {
  const { id: userId } = await addMember({ state: "pending" });
  await approveAccount({ userId, actor, seen: "pending" });
  await expect(denyAccount({ userId, actor, seen: "pending" })).rejects.toThrow("今の状態は「承認済み」です");
  expect(await account(userId)).toMatchObject({ state: "approved" });

  const end = new Date(Date.now() + 7 * 86_400_000);
  await setPremium({ userId, isPremium: true, endDate: end, seenEnd: null, actor });
  await expect(setPremium({ userId, isPremium: false, seenEnd: null, actor })).rejects.toThrow(Conflict);
  await setPremium({ userId, isPremium: false, seenEnd: end, actor });
  expect(await findPremiumStatus({ userId })).toMatchObject({ isPremium: false });
});

test("premium lasts 30 days where no end is chosen, and no end can be over", async () => {
  const { id: userId } = await addMember();
  await setPremium({ userId, isPremium: true, actor });
  expect(await findPremiumStatus({ userId })).toMatchObject({ isPremium: true, daysRemaining: 30 });
  const endDate = new Date(Date.now() - 1000);
  await expect(setPremium({ userId, isPremium: true, endDate, actor })).rejects.toThrow("今日より後");
});

test("one session or all of a member end at once; nobody else's", async () => {
  const [member, other] = [await addMember(), await addMember()];
  const [first] = [
    await startSession({ userId: member.id, deviceInfo: "" }),
    await startSession({ userId: member.id, deviceInfo: "" }),
    await startSession({ userId: other.id, deviceInfo: "" }),
  ];
  const publicId = publicIdOfToken(first);
  await expect(endSessionOf({ userId: other.id, publicId, actor })).rejects.toThrow(NotFound);
  await endSessionOf({ userId: member.id, publicId, actor });
  await endAllSessions({ viewer: member, actor });
  expect(await db.$count(sessions, eq(sessions.userId, member.id))).toBe(0);
  expect(await db.$count(sessions, eq(sessions.userId, other.id))).toBe(1);
  expect(await rowsAbout(member.id)).toMatchObject([
    { action: "user.sessions-end", after: { endedSessions: 1 } },
    { action: "user.sessions-end", after: { endedSessions: 1 } },
  ]);
});

test("the log keeps that a deleted account was changed, and nothing of it", async () => {
  const { id: userId } = await addMember();
  await denyAccount({ userId, actor, reason: "本人の名前など" });
  await deleteAccount({ viewer: { id: userId }, actor });
  expect(await rowsAbout(userId)).toMatchObject([
    { action: "user.delete", before: { state: "denied" } },
    { action: "user.deny", before: null, after: null },
  ]);
  await expect(deleteAccount({ viewer: { id: userId }, actor })).rejects.toThrow(NotFound);
  const official = await addMember();
  await updateUser(official.id, { provider: "system" });
  await expect(deleteAccount({ viewer: official, actor })).rejects.toThrow(Forbidden);
});

test("a branch is denied with everybody below it, and comes back as it was", async () => {
  const root = await addMember();
  const child = await invitedBy(root.id);
  const denied = await invitedBy(root.id, "denied");
  const grandchild = await invitedBy(denied.id, "pending");
  const bystander = await addMember();
  const code = `code-${child.id}`;
  await write((tx) => tx.insert(invitations).values({ code, ownerId: child.id, createdAt: new Date() }));
  const states = async () =>
    Promise.all(
      [root, child, denied, grandchild, bystander].map(async ({ id }) => (await account(id))?.state),
    );

  await expect(revokeBranch({ userId: root.id, actor, seen: 2 })).rejects.toThrow("今は3件");
  expect(await states()).toEqual(["approved", "approved", "denied", "pending", "approved"]);
  expect(await revokeBranch({ userId: root.id, actor, seen: 3, reason: "同じ人の登録" })).toBe(3);
  expect(await states()).toEqual(["denied", "denied", "denied", "denied", "approved"]);
  expect(await findOpenInvitation(code)).toBeNull();
  expect(await db.$count(emails, eq(emails.userId, grandchild.id))).toBe(1);
  await expect(revokeBranch({ userId: root.id, actor, seen: 3 })).rejects.toThrow(Conflict);

  expect(await restoreBranch({ userId: root.id, actor })).toBe(3);
  expect(await states()).toEqual(["approved", "approved", "denied", "pending", "approved"]);
  expect(await findOpenInvitation(code)).not.toBeNull();
  await expect(restoreBranch({ userId: root.id, actor })).rejects.toThrow(Conflict);
  expect((await rowsAbout(root.id)).map(({ action }) => action)).toEqual([
    "user.branch-restore",
    "user.approve",
    "user.branch-revoke",
    "user.deny",
  ]);
});

test("whom a deleted member had invited stays in the branch above, which is denied and comes back with them", async () => {
  const root = await addMember();
  const middle = await invitedBy(root.id);
  const below = await invitedBy(middle.id);
  const [leaf, other] = [await invitedBy(below.id), await invitedBy(middle.id)];
  const states = () => Promise.all([root, leaf, other].map(async ({ id }) => (await account(id))?.state));
  await deleteAccount({ viewer: middle });
  await deleteAccount({ viewer: below });
  // Nobody is said to have invited them.
  for (const { id } of [leaf, other]) expect(await account(id)).toMatchObject({ invitedById: null });
  expect(await revokeBranch({ userId: root.id, actor, seen: 3 })).toBe(3);
  expect(await states()).toEqual(["denied", "denied", "denied"]);
  expect(await restoreBranch({ userId: root.id, actor })).toBe(3);
  expect(await states()).toEqual(["approved", "approved", "approved"]);
  await deleteAccount({ viewer: root });
  for (const { id } of [leaf, other]) expect(await account(id)).toMatchObject({ branchParentId: null });
});

test("the tree of a member's invitations tells how the tracks of each fared", async () => {
  const root = await addMember();
  const [child, quiet] = [await invitedBy(root.id), await invitedBy(root.id)];
  const trackId = await addTrack({ userId: child.id });
  await write(async (tx) => {
    await tx.insert(trackReports).values({ trackId, reason: "spam", createdAt: new Date() });
    await tx.update(tracks).set({ takenDownAt: new Date(), isVisible: false }).where(eq(tracks.id, trackId));
  });
  const page = {
    userId: root.id,
    tab: "branch",
    adminSessionId: "a",
    actor,
    isAdministrator: false,
  } as const;
  const { branch } = await loadMemberPage(page);
  const shown = branch?.members.map(({ id, reports, takedowns }) => ({ id, reports, takedowns }));
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual({ id: child.id, reports: 1, takedowns: 1 });
  expect(shown).toContainEqual({ id: quiet.id, reports: 0, takedowns: 0 });
});

test("looks at private data are recorded once for each session of the admin, member and kind", async () => {
  const { id: userId } = await addMember();
  for (const kind of ["history", "history", "sessions"] as const)
    await logAccess({ adminSessionId: "a", actor, userId, kind });
  await logAccess({ adminSessionId: "b", actor, userId, kind: "history" });
  expect((await rowsAbout(userId)).map(({ action }) => action)).toEqual([
    "user.history-view",
    "user.sessions-view",
    "user.history-view",
  ]);
});
