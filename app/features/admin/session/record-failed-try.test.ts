import { beforeEach, expect, test } from "vitest";
import { networkRetentionDays, removeOldAuditLog } from "#app/features/audit/record-audit.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { recordFailedTry } from "./record-failed-try.server.ts";

withDatabase();

beforeEach(() => write((tx) => tx.delete(auditLog).returning({ id: auditLog.id })));

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 3, minute));
const fail = (network: string, now: Date) =>
  recordFailedTry({ action: "admin.sign-in-failed", network, now });
const rows = () => db.select().from(auditLog).orderBy(auditLog.id);

test("wrong tries of one network are one row an hour, however many at once", async () => {
  await Promise.all(Array.from({ length: 20 }, () => fail("192.0.2.1", at(0))));
  await fail("192.0.2.1", at(59));
  await fail("192.0.2.1", at(61));
  await fail("2001:db8:0:1::/64", at(61));
  expect(await rows()).toMatchObject([
    { targetType: "network", targetId: "192.0.2.1", after: { tries: 21, lastAt: at(59).toISOString() } },
    { targetId: "192.0.2.1", after: { tries: 1 } },
    { targetId: "2001:db8:0:1::/64", after: { tries: 1 } },
  ]);
});

test("an attack from many networks does not flood the log", async () => {
  for (let host = 0; host < 50; host++) await fail(`192.0.2.${host}`, at(0));
  await fail("192.0.2.3", at(1));
  const found = await rows();
  expect(found).toHaveLength(21);
  expect(found.reduce((sum, { after }) => sum + Number(after?.tries), 0)).toBe(51);
  expect(found.find(({ targetId }) => targetId === "other")).toMatchObject({ after: { tries: 30 } });
  expect(found.find(({ targetId }) => targetId === "192.0.2.3")).toMatchObject({ after: { tries: 2 } });
});

test("the addresses are gone after ninety days", async () => {
  await fail("192.0.2.1", at(0));
  await removeOldAuditLog(new Date(at(0).getTime() + networkRetentionDays * 86_400_000 - 1));
  expect(await rows()).toHaveLength(1);
  await removeOldAuditLog(new Date(at(0).getTime() + networkRetentionDays * 86_400_000));
  expect(await rows()).toEqual([]);
});
