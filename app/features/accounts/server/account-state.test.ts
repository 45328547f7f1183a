import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { emails, sessions } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { findSession, startSession } from "../sessions/session.server.ts";
import { approveAccount } from "./approve-account.server.ts";
import { denyAccount } from "./deny-account.server.ts";
import { findAccounts, listAccounts } from "./find-accounts.server.ts";

withDatabase();

test("denying ends all sessions of the account and of nobody else; approving lets it in again", async () => {
  const [account, other] = [await addMember(), await addMember()];
  const tokens = [
    await startSession({ userId: account.id, deviceInfo: "phone" }),
    await startSession({ userId: account.id, deviceInfo: "desktop" }),
  ];
  const others = await startSession({ userId: other.id, deviceInfo: "" });
  expect(await denyAccount({ actor: operatorActor, userId: account.id })).toEqual({ endedSessions: 2 });
  for (const token of tokens) expect(await findSession(token)).toBeNull();
  expect(await findSession(others)).toMatchObject({ state: "approved" });
  expect(await findAccounts(account.id)).toMatchObject([{ state: "denied" }]);
  await approveAccount({ actor: operatorActor, userId: account.id });
  expect(await findAccounts(account.id)).toMatchObject([{ state: "approved" }]);
  expect(await db.$count(sessions, eq(sessions.userId, account.id))).toBe(0);
});

test("an approved account gets one e-mail, at its own address", async () => {
  for (const state of ["pending", "denied", "approved"] as const) {
    const account = await addMember({ state });
    for (let time = 0; time < 2; time++) await approveAccount({ actor: operatorActor, userId: account.id });
    const sent = await db.select().from(emails).where(eq(emails.userId, account.id));
    expect(sent, state).toMatchObject(
      state === "approved"
        ? []
        : [{ to: account.email, template: "account-approved", values: { name: account.name } }],
    );
    expect(sent, state).toHaveLength(state === "approved" ? 0 : 1);
  }
});

test("unknown accounts and the official one are neither approved nor denied", async () => {
  const official = await addMember();
  await updateUser(official.id, { provider: "system" });
  for (const userId of ["unknown", official.id]) {
    await expect(approveAccount({ actor: operatorActor, userId })).rejects.toThrow(NotFound);
    await expect(denyAccount({ actor: operatorActor, userId })).rejects.toThrow(NotFound);
  }
  expect(await findAccounts(official.id)).toMatchObject([{ state: "approved" }]);
});

test("an account is found by id, by address and by user id, ignoring case where people do", async () => {
  const account = await addMember({ customUserId: "Yoru_No" });
  for (const text of [account.id, account.email.toUpperCase(), "yoru_no", "@YORU_NO", ` ${account.id} `])
    expect(await findAccounts(text), text).toMatchObject([{ id: account.id }]);
  for (const text of ["", "@", "yoru", account.id.slice(1), "%@example.com"])
    expect(await findAccounts(text), text).toEqual([]);

  const twin = await addMember();
  await updateUser(twin.id, { email: account.email });
  expect(await findAccounts(account.email)).toHaveLength(2);
});

test("accounts are listed newest first, all or those of one state", async () => {
  const waiting = await addMember({ state: "pending" });
  await updateUser(waiting.id, { createdAt: new Date(Date.now() + 60_000) });
  expect(await listAccounts({ limit: 1 })).toMatchObject([{ id: waiting.id }]);
  expect(await listAccounts({ state: "pending", limit: 10 })).toMatchObject([{ id: waiting.id }]);
});
