import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { removePendingFiles } from "#app/features/storage/server/remove-files.server.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, auditLog, dailyStatistics, dailyUsage } from "#db/schema/index.ts";
import { addAudioTask } from "#test/audio-tasks.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { expectIndexes } from "#test/databases/query-plan.ts";
import { consumeDailyUsage } from "../../limits/daily-usage.server.ts";
import { officialPreviews, previews, scripts } from "./creation-kinds.server.ts";
import { retryFailedTasks, retryTask } from "./retry-task.server.ts";

withDatabase();

const actor: Actor = { kind: "admin", name: "admin" };

type NewTask = Partial<typeof audioTasks.$inferInsert>;

const addTask = (userId: string, o: NewTask = {}) =>
  addAudioTask({
    userId,
    state: "queued",
    createdAt: new Date(Date.now() - hourMs),
    expiresAt: new Date(),
    ...o,
  });

async function findTask(id: string) {
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, id));
  return task;
}

const entries = (id: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, "task"), eq(auditLog.targetId, id)));

test("a failed task begins anew, free for its member, and the log knows why it had failed", async () => {
  const member = await addMember();
  const usageDay = await write((tx) => consumeDailyUsage(tx, member));
  const id = await addTask(member.id, { usageDay, state: "processing", attempts: 3, startedAt: new Date() });
  await endTask(previews, id, { as: "failed", error: "失敗しました", cause: "Error: no voice" });
  expect(await findTask(id)).toMatchObject({
    state: "failed",
    failureCause: "Error: no voice",
    usageDay: null,
  });

  await retryTask({ actor, taskId: id });
  expect(await findTask(id)).toMatchObject({
    state: "queued",
    attempts: 0,
    error: null,
    failureCause: null,
    usageDay: null,
    startedAt: null,
  });
  const uses = await db.select().from(dailyUsage).where(eq(dailyUsage.userId, member.id));
  expect(uses).toMatchObject([{ count: 0 }]);
  expect(await entries(id)).toMatchObject([
    {
      action: "task.retry",
      before: { state: "failed", cause: "Error: no voice" },
      after: { state: "queued" },
    },
  ]);
  // A second tab.
  await expect(retryTask({ actor, taskId: id })).rejects.toThrow("もう失敗の状態では");
  // A failure of the second run gives nothing back that was not used.
  await endTask(previews, id, { as: "failed" });
  expect(await db.select().from(dailyUsage).where(eq(dailyUsage.userId, member.id))).toEqual(uses);
});

test("the files of a task that began anew stay, though those of its first life could not be removed", async () => {
  const storage = audioStorage();
  const member = await addMember();
  const [early = "", late = ""] = [
    await addTask(member.id, { state: "processing" }),
    await addTask(member.id, { state: "processing" }),
  ];
  const keys = [early, late].map((id) => audioKey(id, 64));
  const isStored = () => Promise.all(keys.map(async (key) => (await storage.stat(key)) !== null));
  const list = storage.list.bind(storage);
  const down = vi.spyOn(storage, "list").mockImplementation(() => {
    throw new Error("the storage does not answer");
  });
  for (const id of [early, late]) await endTask(previews, id, { as: "failed" });
  await retryTask({ actor, taskId: early });
  // A removal that began before the second retry is answered after it.
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  down.mockImplementation(async function* (prefix) {
    asked.resolve();
    await answered.promise;
    yield* list(prefix);
  });
  const removal = removePendingFiles();
  await asked.promise;
  await retryTask({ actor, taskId: late });
  for (const key of keys) await storage.put(key, Uint8Array.of(1));
  answered.resolve();
  await removal;
  expect(await isStored()).toEqual([true, true]);
  down.mockRestore();
  await removePendingFiles();
  expect(await isStored()).toEqual([true, true]);

  // The second life's end removes them as ever.
  for (const id of [early, late]) await endTask(previews, id, { as: "failed" });
  expect(await isStored()).toEqual([false, false]);
});

test("of two who retry a task at once one starts it", async () => {
  const id = await addTask((await addMember()).id, { state: "failed" });
  const results = await Promise.allSettled([1, 2, 3].map(() => retryTask({ actor, taskId: id })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await entries(id)).toHaveLength(1);
});

test("what a member has given up or begun anew stays, as does that of a denied one", async () => {
  await write((tx) => tx.delete(audioTasks));
  const member = await addMember();
  const denied = await addMember();
  const refused = {
    discarded: await addTask(member.id, { state: "failed", isDiscarded: true }),
    again: await addTask(member.id, { state: "failed", scriptTaskId: "script" }),
    denied: await addTask(denied.id, { state: "failed" }),
  };
  await addTask(member.id, { state: "queued", scriptTaskId: "script" });
  await denyAccount({ userId: denied.id, actor });
  for (const id of Object.values(refused)) await expect(retryTask({ actor, taskId: id })).rejects.toThrow();
  await expect(retryTask({ actor, taskId: "unknown" })).rejects.toThrow("タスクが見つかりません");

  const good = [
    await addTask(member.id, { state: "failed" }),
    await addTask(member.id, { state: "failed", kind: "script" }),
  ];
  expect(await retryFailedTasks({ actor })).toMatchObject({ retried: 2 });
  for (const id of good) expect((await findTask(id))?.state).toBe("queued");
  for (const id of Object.values(refused)) expect((await findTask(id))?.state).toBe("failed");
});

test("without its row in the audit log a task is not retried", async () => {
  const id = await addTask((await addMember()).id, { state: "failed" });
  vi.spyOn(audit, "recordAudit").mockRejectedValueOnce(new Error("no audit"));
  await expect(retryTask({ actor, taskId: id })).rejects.toThrow("no audit");
  expect((await findTask(id))?.state).toBe("failed");
});

test("failed generations count in the statistics of their day", async () => {
  await write((tx) => tx.delete(dailyStatistics));
  const { id: userId } = await addMember();
  await endTask(previews, await addTask(userId), { as: "failed" });
  await endTask(scripts, await addTask(userId, { kind: "script" }), { as: "failed" });
  await endTask(previews, await addTask(userId), { as: "cancelled" });
  await endTask(officialPreviews, await addTask(userId, { flow: "seed" }), { as: "failed" });
  const rows = await db.select().from(dailyStatistics);
  expect(new Map(rows.map(({ metric, value }) => [metric, value]))).toEqual(
    new Map([
      ["generations_failed", 1],
      ["scripts_failed", 1],
    ]),
  );
});

test("failed tasks are found by an index", () =>
  expectIndexes(() => retryFailedTasks({ actor }), { of: /'failed' .* order by /, count: 1 }));
