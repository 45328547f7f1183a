import { randomUUID } from "node:crypto";
import { isNotNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, emails } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import {
  countFailedEmails,
  countWaitingEmails,
  dropFailedEmails,
  listFailedEmails,
  retryFailedEmails,
} from "./failed-emails.server.ts";

withDatabase();

const actor = { kind: "admin", name: "admin" } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 3, minute));

/** An email that was given up `minute` minutes past noon. Returns its id. */
async function addFailed(minute: number, change: Partial<typeof emails.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  await write((tx) =>
    tx.insert(emails).values({
      id,
      to: "kanade@example.com",
      template: "account-approved",
      values: { name: "かなで" },
      attempts: 10,
      dueAt: at(minute),
      error: "550 no such user",
      createdAt: at(minute),
      ...change,
    }),
  );
  return id;
}

beforeEach(async () => {
  await write(async (tx) => {
    await tx.delete(emails);
    await tx.delete(auditLog);
  });
});

test("those that were given up are listed with their subject and why, the oldest first", async () => {
  const [second, first] = [await addFailed(2), await addFailed(1)];
  const unknown = await addFailed(3, { template: "of-yesterday" });
  await addFailed(4, { error: null, attempts: 2 });
  await addFailed(5, { error: null, attempts: 0 });
  const { emails: listed, total } = await listFailedEmails({ offset: 0, limit: 10 });
  expect(total).toBe(3);
  expect(listed.map(({ id, subject }) => [id, subject])).toEqual([
    [first, "アカウントが承認されました"],
    [second, "アカウントが承認されました"],
    [unknown, "of-yesterday"],
  ]);
  expect(listed[0]).toMatchObject({ to: "kanade@example.com", error: "550 no such user", attempts: 10 });
  expect((await listFailedEmails({ offset: 1, limit: 1 })).emails.map(({ id }) => id)).toEqual([second]);
  expect(await countWaitingEmails()).toEqual({ waiting: 2, retrying: 1 });
});

test("one or all are sent once more, and dropped for good; each is in the log, or nothing happens", async () => {
  const [one, two, three] = [await addFailed(1), await addFailed(2), await addFailed(3)];
  expect(await retryFailedEmails({ ids: [one], actor, now: at(9) })).toBe(1);
  expect(await retryFailedEmails({ ids: [one], actor })).toBe(0);
  expect(await dropFailedEmails({ ids: [one, two], actor })).toBe(1);
  vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
  await expect(retryFailedEmails({ ids: "all", actor })).rejects.toThrow("no audit");
  expect(await countFailedEmails()).toBe(1);
  expect(await retryFailedEmails({ ids: "all", actor, now: at(9) })).toBe(1);
  const left = await db.select().from(emails).orderBy(emails.createdAt);
  expect(left).toMatchObject([
    { id: one, attempts: 0, error: null, dueAt: at(9) },
    { id: three, attempts: 0, error: null },
  ]);
  expect(await db.$count(emails, isNotNull(emails.error))).toBe(0);
  const log = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(log.map(({ action, targetId }) => [action, targetId])).toEqual([
    ["email.retry", one],
    ["email.drop", two],
    ["email.retry", three],
  ]);
});
