import { beforeEach, expect, test } from "vitest";
import { db, write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { auditLog } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { analyzeTables, expectIndexUse } from "#test/databases/query-plan.ts";
import type { Actor } from "./actor.ts";
import { type AuditFilter, listAuditLog, selectAuditLog } from "./list-audit-log.server.ts";
import { auditRetentionDays, recordAudit, removeOldAuditLog } from "./record-audit.server.ts";

withDatabase();
analyzeTables();

const admin: Actor = { kind: "admin", name: "admin" };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 3, minute));

beforeEach(() => write((tx) => tx.delete(auditLog).returning()));

/** Three changes: a message by the admin, a track by a command, a member by a rule. */
async function addRows(): Promise<void> {
  await write(async (tx) => {
    await recordAudit(tx, {
      actor: admin,
      action: "message.handle",
      target: { type: "message", id: 3 },
      now: at(1),
    });
    await recordAudit(tx, {
      actor: { kind: "operator" },
      action: "report.handle",
      target: { type: "track", id: 7 },
      now: at(2),
    });
    await recordAudit(tx, {
      actor: { kind: "system" },
      action: "user.approve",
      target: { type: "user", id: "u" },
      isAutomated: true,
      now: at(3),
    });
  });
}

const actions = async (filter: Partial<AuditFilter> = {}) =>
  (await listAuditLog({ withAutomated: false, ...filter, limit: 10 })).rows.map(({ action }) => action);

test("the latest come first, automated ones only when asked for; filters narrow them together", async () => {
  await addRows();
  expect(await actions()).toEqual(["report.handle", "message.handle"]);
  expect(await actions({ withAutomated: true })).toEqual(["user.approve", "report.handle", "message.handle"]);
  expect(await actions({ target: { type: "track", id: "7" } })).toEqual(["report.handle"]);
  expect(await actions({ target: { type: "message", id: "7" } })).toEqual([]);
  expect(await actions({ target: { type: "user", id: "u" }, withAutomated: true })).toEqual(["user.approve"]);
  expect(await actions({ action: "message.handle" })).toEqual(["message.handle"]);
  expect(await actions({ who: "operator" })).toEqual(["report.handle"]);
  expect(await actions({ who: "operator", action: "message.handle" })).toEqual([]);
  expect(await actions({ from: at(2) })).toEqual(["report.handle"]);
  expect(await actions({ from: at(1), until: at(2) })).toEqual(["message.handle"]);
});

test("pages follow each other by cursor, also where rows are of one moment", async () => {
  for (let id = 1; id <= 5; id++)
    await write((tx) =>
      recordAudit(tx, {
        actor: admin,
        action: "message.handle",
        target: { type: "message", id },
        now: at(1),
      }),
    );
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAuditLog({ withAutomated: false, limit: 2, cursor });
    seen.push(...page.rows.map(({ targetId }) => targetId));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual(["5", "4", "3", "2", "1"]);
  expect((await listAuditLog({ withAutomated: false, limit: 1, cursor: "x" })).rows).toMatchObject([
    { targetId: "5" },
  ]);
});

test("rows are removed after two years", async () => {
  await addRows();
  const dayMs = 24 * 60 * 60 * 1000;
  await removeOldAuditLog(new Date(at(2).getTime() + auditRetentionDays * dayMs));
  expect(await db.select().from(auditLog)).toMatchObject([{ action: "user.approve" }]);
});

test.each<[string, Partial<AuditFilter>, string]>([
  ["people's changes", {}, "audit_log_automated_index"],
  ["everything", { withAutomated: true }, "audit_log_at_index"],
  ["a member's", { target: { type: "user", id: "u" }, withAutomated: true }, "audit_log_target_index"],
  ["one action", { action: "user.deny", withAutomated: true }, "audit_log_action_index"],
  ["one operator", { name: "admin", withAutomated: true }, "audit_log_name_index"],
  ["commands", { who: "operator", withAutomated: true }, "audit_log_actor_index"],
])("%s are read in the order of an index, deep pages too", async (_name, filter, index) => {
  for (const cursor of [null, { at: at(1), id: 9 }]) {
    const query = selectAuditLog({ withAutomated: false, ...filter }, cursor).limit(51);
    // Postgres decides between indexes by what is in the table, which is empty here.
    await expectIndexUse(query.getSQL(), dialect === "sqlite" ? index : "audit_log_");
  }
});
