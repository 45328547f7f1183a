import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { signInWithGoogle } from "./sign-in-with-google.server.ts";

withDatabase();

const identityOf = (subject: string) => ({ subject, email: "same@example.com", name: "名前", picture: null });

const addInvitation = (code: string, maxUses: number, ownerId: string | null = null) =>
  write((tx) => tx.insert(invitations).values({ code, maxUses, ownerId, createdAt: new Date() }).returning());

const usesOf = async (code: string) =>
  (await db.select().from(invitations).where(eq(invitations.code, code)))[0]?.usedCount;

test("one identity is one account and one use, also when its first sign-ins race", async () => {
  const { id: ownerId } = await addMember();
  await addInvitation("wide", 5, ownerId);
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
