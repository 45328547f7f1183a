import { setTimeout as delay } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { fromPglite, type PgBoss } from "pg-boss";
import { afterEach, beforeAll, expect, test } from "vitest";
import { EmbeddedQueue } from "./embedded-queue.ts";
import { startBoss } from "./queue.ts";

let empty: Blob;
beforeAll(async () => {
  const lite = await PGlite.create();
  empty = await lite.dumpDataDir("none");
  await lite.close();
});

let queue: EmbeddedQueue | undefined;
afterEach(() => queue?.close(0));

/** A queue whose handler of letters takes `jobMs`; `opened` has what was opened, `done` the ids of letters. */
function track(jobMs: number) {
  const opened: PGlite[] = [];
  const done: unknown[] = [];
  queue = new EmbeddedQueue({
    async open() {
      const lite = await PGlite.create({ loadDataDir: empty });
      opened.push(lite);
      return lite;
    },
    async start(lite) {
      const boss = await startBoss({ db: fromPglite(lite), backend: "pglite" }, true);
      await boss.work("send-email", { pollingIntervalSeconds: 0.5 }, async ([job]) => {
        await delay(jobMs);
        done.push(job?.data);
      });
      return boss;
    },
    idleMs: 400,
    onError: (error) => {
      throw error;
    },
  });
  return { queue, opened, done };
}

const send = (emailId: string) => (boss: PgBoss) =>
  boss.send("send-email", { emailId }, { singletonKey: emailId });

test("the first job opens the queue, and the next one another when it was closed for want of work", async () => {
  const { queue, opened, done } = track(0);
  expect(opened).toHaveLength(0);
  await Promise.all([queue.use(send("1")), queue.use(send("2"))]);
  expect(opened).toHaveLength(1);
  await expect.poll(() => done).toHaveLength(2);
  await expect.poll(() => opened[0]?.closed).toBe(true);
  await queue.use(send("3"));
  expect(opened).toHaveLength(2);
  await expect.poll(() => done).toContainEqual({ emailId: "3" });
});

test("no queue is closed over a job that takes longer than its idle time", async () => {
  const { queue, opened, done } = track(2000);
  await queue.use(send("slow"));
  await expect.poll(() => done).toEqual([{ emailId: "slow" }]);
  expect(opened).toHaveLength(1);
  await expect.poll(() => opened[0]?.closed).toBe(true);
});
