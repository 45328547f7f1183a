import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { consumeDailyUsage, getPostingStatus } from "#app/features/creation/limits/daily-usage.server.ts";
import { isInvitationUsable } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { findPremiumStatus } from "#app/features/premium/server/find-premium-status.server.ts";
import { closeDatabase, db, openDatabase, primary, write } from "#db/client.ts";
import { invitations, settings, users } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { createTestDatabase } from "#test/postgres.ts";
import { denyAccount } from "../server/deny-account.server.ts";
import { findSession, startSession } from "./session.server.ts";

const url = process.env.DATABASE_URL?.startsWith("postgres") ? process.env.DATABASE_URL : undefined;
let drop: (() => Promise<void>) | undefined;

// A replica that is behind by all there is: an empty database with the schema.
beforeAll(async () => {
  if (!url) return;
  const dataDir = environment().DATA_DIR;
  const replica = await createTestDatabase(url, `replica_${randomBytes(6).toString("hex")}`);
  drop = replica.drop;
  await openDatabase({ url: replica.url, dataDir });
  await closeDatabase();
  await openDatabase({ url, replicaUrl: replica.url, dataDir });
});

afterAll(async () => {
  await closeDatabase();
  await drop?.();
});

test.runIf(url)("what decides who may do what does not wait for the replica", async () => {
  const member = await addMember({ isPremium: true });
  const token = await startSession({ userId: member.id, deviceInfo: "" });
  await write((tx) => tx.insert(invitations).values({ code: "fresh", createdAt: new Date() }));
  await write((tx) => consumeDailyUsage(tx, member));
  expect(await db.$count(users)).toBe(0);
  expect(await findSession(token)).toMatchObject({ id: member.id });
  expect(await isInvitationUsable("fresh")).toBe(true);
  expect(await findPremiumStatus({ userId: member.id })).toMatchObject({ isPremium: true });
  expect(await getPostingStatus(member)).toMatchObject({ currentCount: 1 });
  await denyAccount({ userId: member.id });
  expect(await findSession(token)).toBeNull();
});

test.runIf(url)("the handle of the primary refuses to write", async () => {
  await expect(primary.insert(settings).values({ key: "stray", value: "1" }).returning()).rejects.toThrow();
});
