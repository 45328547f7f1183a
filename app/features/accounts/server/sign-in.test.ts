import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  isInvitationUsable,
  redeemInvitation,
} from "#app/features/invitations/server/redeem-invitation.server.ts";
import { db, write } from "#db/client.ts";
import { invitations, sessions, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { endSession, findSession, removeExpiredSessions, startSession } from "./session.server.ts";
import { signInLocally } from "./sign-in-locally.server.ts";

withDatabase();

const addInvitation = (
  code: string,
  maxUses: number,
  changes: Partial<typeof invitations.$inferInsert> = {},
) => write((tx) => tx.insert(invitations).values({ code, maxUses, createdAt: new Date(), ...changes }));

test("a session is found by its token, kept only as a hash, and ends at once", async () => {
  const { id: userId } = await addMember();
  const token = await startSession({ userId, deviceInfo: "x".repeat(1000) });
  expect(await findSession(token)).toMatchObject({ id: userId, state: "approved", isPremium: false });
  const rows = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows[0]?.deviceInfo).toHaveLength(200);
  await endSession(token);
  expect(await findSession(token)).toBeNull();
  expect(await findSession("made up")).toBeNull();
});

test("a session that is over finds nobody and is swept away; others stay", async () => {
  const { id: userId } = await addMember();
  const [over, lasting] = [
    await startSession({ userId, deviceInfo: "over" }),
    await startSession({ userId, deviceInfo: "" }),
  ];
  await write((tx) =>
    tx
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.deviceInfo, "over"))
      .returning(),
  );
  expect(await findSession(over)).toBeNull();
  await removeExpiredSessions();
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
  expect(await findSession(lasting)).not.toBeNull();
});

test("a member keeps fifty sessions: those used last, and always the new one", async () => {
  const [{ id: userId }, { id: otherId }] = [await addMember(), await addMember()];
  const other = await startSession({ userId: otherId, deviceInfo: "" });
  const first = await startSession({ userId, deviceInfo: "first" });
  const second = await startSession({ userId, deviceInfo: "second" });
  const usedAt = (deviceInfo: string, at: Date) =>
    write((tx) =>
      tx.update(sessions).set({ lastActiveAt: at }).where(eq(sessions.deviceInfo, deviceInfo)).returning(),
    );
  await usedAt("second", new Date(Date.now() - 60_000));
  await usedAt("first", new Date(Date.now() + 60_000));
  for (let n = 0; n < 48; n++) await startSession({ userId, deviceInfo: "" });
  expect(await findSession(second)).not.toBeNull();
  const last = await startSession({ userId, deviceInfo: "" });
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(50);
  expect(await findSession(second)).toBeNull();
  for (const token of [first, last, other]) expect(await findSession(token)).not.toBeNull();
});

test("one address is one account, whatever its case, also when two first sign-ins race", async () => {
  const ids = await Promise.all(
    ["Night@example.com", "night@EXAMPLE.com"].map((email) =>
      signInLocally({ name: "夜", email, invitationCode: null }),
    ),
  );
  expect(new Set(ids).size).toBe(1);
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
  const come = () => signInLocally({ name: "友", email: "friend@example.com", invitationCode: "friend" });
  const id = await come();
  await come();
  expect((await db.select().from(users).where(eq(users.id, id)))[0]?.invitedWith).toBe("friend");
  expect((await db.select().from(invitations).where(eq(invitations.code, "friend")))[0]?.usedCount).toBe(1);
});
