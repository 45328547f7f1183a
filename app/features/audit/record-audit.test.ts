import { and, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createOfficialInvitations } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, invitations } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { withDatabase } from "#test/database.ts";
import { type Actor, operatorActor } from "./actor.ts";
import { auditActionLabel } from "./audit-actions.ts";
import { forgetAuditTarget, recordAudit } from "./record-audit.server.ts";

withDatabase();

const rowsAbout = (type: string, id: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, type), eq(auditLog.targetId, id)))
    .orderBy(desc(auditLog.id));

test("a row says who changed what, from what to what", async () => {
  const now = new Date("2026-11-22T01:02:03.004Z");
  await write(async (tx) => {
    await recordAudit(tx, {
      actor: { kind: "admin", name: "mugi" },
      action: "track.premium-only",
      target: { type: "track", id: 70_001 },
      before: { isPremiumOnly: false },
      after: { isPremiumOnly: true, ids: [1, 2] },
      now,
    });
    await recordAudit(tx, {
      actor: { kind: "system" },
      action: "track.premium-only",
      target: { type: "track", id: 70_001 },
      isAutomated: true,
    });
  });
  expect(await rowsAbout("track", "70001")).toMatchObject([
    { actorKind: "system", actorName: null, before: null, after: null, isAutomated: true },
    {
      at: now,
      actorKind: "admin",
      actorName: "mugi",
      action: "track.premium-only",
      before: { isPremiumOnly: false },
      after: { isPremiumOnly: true, ids: [1, 2] },
      isAutomated: false,
    },
  ]);
});

test("without its row a change does not happen", async () => {
  const maxUses = 77;
  const create = (actor: Actor) => createOfficialInvitations({ count: 1, maxUses, expiresAt: null, actor });
  const made = () => db.$count(invitations, eq(invitations.maxUses, maxUses));
  await expect(create(unrecordableActor)).rejects.toThrow();
  expect(await made()).toBe(0);
  await create(operatorActor);
  expect(await made()).toBe(1);
});

test("what is gone for good leaves the fact in the log, without its details", async () => {
  const target = { type: "user", id: "member-who-goes" } as const;
  await write((tx) =>
    recordAudit(tx, { actor: operatorActor, action: "user.deny", target, after: { reason: "spam" } }),
  );
  await write((tx) => forgetAuditTarget(tx, target));
  expect(await rowsAbout("user", target.id)).toMatchObject([
    { action: "user.deny", actorKind: "operator", before: null, after: null },
  ]);
});

test("every action has a label, also one of a later version", () => {
  expect(auditActionLabel("user.deny")).toBe("会員の拒否");
  expect(auditActionLabel("moon.paint")).toBe("moon.paint");
});
