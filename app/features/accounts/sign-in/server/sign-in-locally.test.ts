import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  isInvitationUsable,
  redeemInvitation,
} from "#app/features/invitations/server/redeem-invitation.server.ts";
import { db, write } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { signInLocally } from "./sign-in-locally.server.ts";

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

test("of a hundred people racing for a code with one use one gets it", async () => {
  await addInvitation("one-use", 1);
  const used = await Promise.all(
    Array.from({ length: 100 }, () => write((tx) => redeemInvitation(tx, "one-use"))),
  );
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await isInvitationUsable("one-use")).toBe(false);
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
