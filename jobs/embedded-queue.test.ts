import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { snapshotQueue } from "#app/build/snapshot-queue.ts";
import { EmbeddedQueue } from "./embedded-queue.ts";
import { startBoss } from "./queue.ts";
import { type PgliteProcess, startPglite } from "./start-pglite.ts";

const folder = mkdtempSync(path.join(tmpdir(), "mugen-queue-"));
const empty = path.join(folder, "empty.tar.gz");
beforeAll(() => snapshotQueue(empty));
afterAll(() => rmSync(folder, { recursive: true }));

let queue: EmbeddedQueue | undefined;
afterEach(() => queue?.close(0));

/** A queue whose handler of letters takes `jobMs`; `opened` has the databases, `done` the ids of letters. */
function track(jobMs: number) {
  const opened: PgliteProcess[] = [];
  const done: unknown[] = [];
  const errors: Error[] = [];
  queue = new EmbeddedQueue({
    open() {
      const lite = startPglite(empty);
      opened.push(lite);
      return lite;
    },
    async start(lite) {
      const boss = await startBoss({ db: lite, backend: "pglite" }, true);
      await boss.work("send-email", { pollingIntervalSeconds: 0.5 }, async ([job]) => {
        await delay(jobMs);
        done.push(job?.data);
      });
      return boss;
    },
    idleMs: 400,
    onError: (error) => errors.push(error),
  });
  return { queue, opened, done, errors };
}

const send = (emailId: string) => (boss: PgBoss) =>
  boss.send("send-email", { emailId }, { singletonKey: emailId });

test("the first job opens the queue, and the next one another when it was closed for want of work", async () => {
  const { queue, opened, done, errors } = track(0);
  expect(opened).toHaveLength(0);
  await Promise.all([queue.use(send("1")), queue.use(send("2"))]);
  expect(opened).toHaveLength(1);
  await expect.poll(() => done).toHaveLength(2);
  await opened[0]?.ended;
  await queue.use(send("3"));
  expect(opened).toHaveLength(2);
  await expect.poll(() => done).toContainEqual({ emailId: "3" });
  expect(errors).toEqual([]);
});

test("no queue is closed over a job that takes longer than its idle time", async () => {
  const { queue, opened, done } = track(2000);
  await queue.use(send("slow"));
  await expect.poll(() => done).toEqual([{ emailId: "slow" }]);
  expect(opened).toHaveLength(1);
  await opened[0]?.ended;
});

test("when the database of the queue is killed, its calls fail, and the next job opens another", async () => {
  const { queue, opened, done, errors } = track(0);
  await queue.use(send("1"));
  await expect.poll(() => done).toHaveLength(1);
  const [first] = opened;
  process.kill(first?.pid ?? 0, "SIGKILL");
  await first?.ended;
  await expect(first?.executeSql("select 1")).rejects.toThrow("has ended");
  await expect.poll(() => errors).not.toEqual([]);
  await queue.use(send("2"));
  expect(opened).toHaveLength(2);
  await expect.poll(() => done).toContainEqual({ emailId: "2" });
});
