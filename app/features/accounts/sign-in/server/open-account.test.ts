import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  findOpenInvitation,
  redeemInvitation,
} from "#app/features/invitations/server/redeem-invitation.server.ts";
import { db, write } from "#db/client.ts";
import { invitations, signInAttempts, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { signInLocally, signInWithGoogle } from "./open-account.server.ts";
import {
  removeExpiredSignInAttempts,
  removeOldestSignInAttempts,
  saveSignInAttempt,
  takeSignInAttempt,
} from "./sign-in-attempts.server.ts";

withDatabase();

const addInvitation = (
  code: string,
  maxUses: number,
  changes: Partial<typeof invitations.$inferInsert> = {},
) => write((tx) => tx.insert(invitations).values({ code, maxUses, createdAt: new Date(), ...changes }));

test("one address is one account, whatever its case, also when two first sign-ins race", async () => {
  const accounts = await Promise.all(
    ["Night@example.com", "night@EXAMPLE.com"].map((email) =>
      signInLocally({ name: "夜", email, invitationCode: null }),
    ),
  );
  expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
  expect(await db.$count(users, eq(users.subject, "night@example.com"))).toBe(1);
});

test("a newcomer's name that may do harm is refused, and of one from Google replaced", async () => {
  const local = { email: "new@example.com", invitationCode: null };
  await expect(signInLocally({ ...local, name: "泥棒の佐伯かおる" })).rejects.toMatchObject({
    fields: { name: [expect.stringContaining("保存できません")] },
  });
  expect(await db.$count(users, eq(users.subject, local.email))).toBe(0);
  await addInvitation("newcomer", 1);
  const identity = { subject: "g-harm", email: "g@example.com", name: "佐伯死ね", picture: null };
  expect(await signInWithGoogle({ identity, invitationCode: "newcomer" })).toMatchObject({
    outcome: "signed_in",
  });
  expect(await db.select().from(users).where(eq(users.subject, "g-harm"))).toMatchObject([
    { name: "新しいメンバー" },
  ]);
});

test("of a hundred people racing for a code with one use one gets it", async () => {
  await addInvitation("one-use", 1);
  const used = await Promise.all(
    Array.from({ length: 100 }, () => write((tx) => redeemInvitation(tx, "one-use"))),
  );
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await findOpenInvitation("one-use")).toBeNull();
});

test("a code that is inactive, expired or unknown can't be used", async () => {
  await addInvitation("inactive", 1, { isActive: false });
  await addInvitation("expired", 1, { expiresAt: new Date(0) });
  for (const code of ["inactive", "expired", "unknown"]) {
    expect(await write((tx) => redeemInvitation(tx, code)), code).toBeNull();
  }
});

test("a new account uses up the code it came with and remembers it; an old one does not", async () => {
  await addInvitation("friend", 2);
  const signIn = () => signInLocally({ name: "友", email: "friend@example.com", invitationCode: "friend" });
  const { id } = await signIn();
  await signIn();
  expect((await db.select().from(users).where(eq(users.id, id)))[0]?.invitedWith).toBe("friend");
  expect((await db.select().from(invitations).where(eq(invitations.code, "friend")))[0]?.usedCount).toBe(1);
});

test("who confirms their identity can be nobody else, and nobody new", async () => {
  const signIn = (email: string, expected?: { id: string }) =>
    signInLocally({ name: "夜", email, invitationCode: null, expected: expected ?? null });
  const { id } = await signIn("confirms@example.com");
  expect(await signIn("Confirms@example.com", { id })).toMatchObject({ id, state: "approved" });
  await signIn("other@example.com");
  for (const email of ["other@example.com", "nobody@example.com"])
    await expect(signIn(email, { id }), email).rejects.toMatchObject({
      fields: { email: [expect.any(String)] },
    });
  expect(await db.$count(users, eq(users.subject, "nobody@example.com"))).toBe(0);
});

const identityOf = (subject: string) => ({ subject, email: "same@example.com", name: "名前", picture: null });

const usesOf = async (code: string) =>
  (await db.select().from(invitations).where(eq(invitations.code, code)))[0]?.usedCount;

test("one identity is one account and one use, also when its first sign-ins race", async () => {
  const { id: ownerId } = await addMember();
  await addInvitation("wide", 5, { ownerId });
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      signInWithGoogle({ identity: identityOf("racer"), invitationCode: "wide" }),
    ),
  );
  const made = await db.select().from(users).where(eq(users.subject, "racer"));
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ provider: "google", invitedWith: "wide", invitedById: ownerId });
  for (const result of results)
    expect(result).toEqual({ outcome: "signed_in", userId: made[0]?.id, state: "approved" });
  expect(await usesOf("wide")).toBe(1);
});

test("of a hundred people with the same address and a one-use code one becomes a member", async () => {
  await addInvitation("narrow", 1);
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, number) =>
      signInWithGoogle({ identity: identityOf(`crowd-${number}`), invitationCode: "narrow" }),
    ),
  );
  expect(results.filter(({ outcome }) => outcome === "signed_in")).toHaveLength(1);
  expect(results.filter(({ outcome }) => outcome === "invitation_unusable")).toHaveLength(99);
  expect(await db.$count(users, eq(users.invitedWith, "narrow"))).toBe(1);
  expect(await usesOf("narrow")).toBe(1);
});

test("without a code nobody is made a member, and a member's sign-in uses none up", async () => {
  await addInvitation("spare", 2);
  expect(await signInWithGoogle({ identity: identityOf("late"), invitationCode: null })).toEqual({
    outcome: "not_invited",
  });
  await signInWithGoogle({ identity: identityOf("late"), invitationCode: "spare" });
  const identity = { ...identityOf("late"), email: "new@example.com", name: "改名" };
  await signInWithGoogle({ identity, invitationCode: "spare" });
  expect(await usesOf("spare")).toBe(1);
  const [account] = await db.select().from(users).where(eq(users.subject, "late"));
  expect(account).toMatchObject({ email: "new@example.com", name: "名前" });
});

test("an account that a local sign-in made is not Google's, whatever its address", async () => {
  const { email } = await addMember();
  expect(await signInWithGoogle({ identity: { ...identityOf(email), email }, invitationCode: null })).toEqual(
    { outcome: "not_invited" },
  );
});

const attempt = { nonce: "nonce", returnPath: "/search", invitationCode: "code", isReauthentication: false };

test("an attempt is taken by its state, once, however many come at the same moment; the state is not stored", async () => {
  await saveSignInAttempt("state", attempt);
  expect(JSON.stringify(await db.select().from(signInAttempts))).not.toContain('"state"');
  expect(await takeSignInAttempt("another")).toBeNull();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeSignInAttempt("state")));
  expect(taken.filter(Boolean)).toEqual([{ ...attempt, startedAt: expect.any(Date), isExpired: false }]);
});

test("after ten minutes it is expired, and removed; others stay", async () => {
  const began = new Date("2026-01-01T00:00:00Z");
  const later = (minutes: number) => new Date(began.getTime() + minutes * 60_000);
  await saveSignInAttempt("late", attempt, began);
  expect(await takeSignInAttempt("late", later(10))).toMatchObject({
    isExpired: true,
    returnPath: "/search",
  });
  await saveSignInAttempt("left", attempt, began);
  await saveSignInAttempt("open", attempt, later(5));
  await removeExpiredSignInAttempts(later(10));
  expect(await takeSignInAttempt("left", later(5))).toBeNull();
  expect(await takeSignInAttempt("open", later(11))).toMatchObject({ isExpired: false });
});

test("of too many open attempts the oldest are removed", async () => {
  const began = Date.now();
  for (const [n, state] of ["oldest", "older", "newer", "newest"].entries())
    await saveSignInAttempt(state, attempt, new Date(began + n * 1000));
  await removeOldestSignInAttempts(2);
  const left = await Promise.all(["oldest", "older", "newer", "newest"].map((one) => takeSignInAttempt(one)));
  expect(left.map(Boolean)).toEqual([false, false, true, true]);
});
