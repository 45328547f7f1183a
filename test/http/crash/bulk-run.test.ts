// on both databases: on Postgres a worker goes on, otherwise the server itself
// @module-tag release: kills servers in the middle of long runs; other crashes stand for their recovery
import { eq, inArray } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { findBulkRun, startBulkRun } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import {
  announceToMembers,
  sendAnnouncementEmails,
} from "#app/features/admin/notices/send-announcement.server.ts";
import { db } from "#db/client.ts";
import { auditLog, bulkRuns, emails, notifications, tracks } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "../../database.ts";
import { startWorking } from "../../servers/server.ts";
import { addTrack } from "../../tracks.ts";

withDatabase();

type Working = Awaited<ReturnType<typeof startWorking>>;
let server: Working | undefined;
// A server of the test before would do the work of the next one.
afterEach(async () => {
  await server?.kill();
});

/** Starts the server; the process that reaches the end of a run's step is killed there. */
async function start(env: Record<string, string> = {}): Promise<Working> {
  server = await startWorking({ env });
  return server;
}

test("killed while many tracks are taken down: the run goes on, each track once, with one email", async () => {
  const { id: userId } = await addMember();
  const trackIds = [];
  for (let n = 0; n < 5; n++) trackIds.push(await addTrack({ userId }));
  const actor = { kind: "admin", name: "admin" } as const;
  const runId = await startBulkRun({ actor, action: "take-down", items: trackIds, reason: "宣伝" });
  const crashing = await start({ CRASH_AT: "bulk-run-step" });
  await crashing.ended;
  await crashing.kill();
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 1, changedCount: 1, finishedAt: null });
  await start();
  await expect
    .poll(async () => (await findBulkRun(runId))?.finishedAt ?? null, { timeout: 60_000 })
    .not.toBeNull();
  expect(await findBulkRun(runId)).toMatchObject({ doneCount: 5, changedCount: 5 });
  const visible = await db
    .select({ isVisible: tracks.isVisible })
    .from(tracks)
    .where(inArray(tracks.id, trackIds));
  expect(visible).toEqual(Array(5).fill({ isVisible: false }));
  expect(await db.$count(auditLog, eq(auditLog.action, "track.withhold"))).toBe(5);
  const sent = await db
    .select({ template: emails.template, values: emails.values })
    .from(emails)
    .where(eq(emails.userId, userId));
  expect(sent).toMatchObject([{ template: "track-withheld", values: { count: "5", reason: "宣伝" } }]);
});

test("killed while all members are notified and written to: each of them once", async () => {
  const actor = { kind: "admin", name: "admin" } as const;
  const memberIds: string[] = [];
  for (let n = 0; n < 3; n++) memberIds.push((await addMember({ provider: "google" })).id);
  const { id } = await announceToMembers({ actor, text: "点検", startsAt: null, endsAt: null });
  await sendAnnouncementEmails({ actor, id, email: { subject: "点検", text: "夜に" } });
  // Stopped after the count: no email.
  await updateUser(memberIds[2] ?? "", { emailsNews: false });
  for (let kills = 0; kills < 2; kills++) {
    const crashing = await start({ CRASH_AT: "bulk-run-step" });
    await crashing.ended;
    await crashing.kill();
  }
  await start();
  const state = async () =>
    (await db.select().from(bulkRuns).where(eq(bulkRuns.announcementId, id))).map(
      ({ action, changedCount, sentCount, finishedAt }) => ({
        ...{ action, changedCount, sentCount },
        isFinished: finishedAt !== null || action === "send-letters",
      }),
    );
  await expect.poll(state, { timeout: 90_000 }).toEqual([
    { action: "announce", changedCount: expect.any(Number), sentCount: 0, isFinished: true },
    { action: "send-letters", changedCount: 2, sentCount: 2, isFinished: true },
  ]);
  const told = await db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.announcementId, id));
  expect(new Set(told.map(({ userId }) => userId)).size).toBe(told.length);
  expect(told.map(({ userId }) => userId)).toEqual(expect.arrayContaining(memberIds));
});
