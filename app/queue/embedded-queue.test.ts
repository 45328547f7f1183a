import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { snapshotQueue } from "#app/build/snapshot-queue.ts";
import { EmbeddedQueue } from "./embedded-queue.ts";
import { startBoss } from "./queue.ts";
import { type PgliteProcess, startPglite } from "./start-pglite.ts";

const folder = mkdtempSync(path.join(tmpdir(), "mugen-queue-"));
const empty = path.join(folder, "empty.tar.zst");
beforeAll(() => snapshotQueue(empty));
afterAll(() => rmSync(folder, { recursive: true }));

let queue: EmbeddedQueue | undefined;
afterEach(() => queue?.close(0));

/** A queue whose handler of letters takes `jobMs`; `opened` has the databases, `done` the ids of letters. */
function track(o: { jobMs: number; idleMs: number }) {
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
      // Two jobs that come at once may wake a worker once, for one of them: it finds the other when it polls.
      const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
      await boss.work("send-email", polling, async ([job]) => {
        await delay(o.jobMs);
        done.push(job?.data);
      });
      return boss;
    },
    idleMs: o.idleMs,
    onError: (error) => errors.push(error),
  });
  return { queue, opened, done, errors };
}

const send = (emailId: string) => (boss: PgBoss) =>
  boss.send("send-email", { emailId }, { singletonKey: emailId });

test("the first job opens the queue, and so does the next one when it was closed for want of work or its database was killed", async () => {
  const { queue, opened, done, errors } = track({ jobMs: 0, idleMs: 400 });
  expect(opened).toHaveLength(0);
  await Promise.all([queue.use(send("1")), queue.use(send("2"))]);
  expect(opened).toHaveLength(1);
  await expect.poll(() => done).toHaveLength(2);
  await opened[0]?.ended;
  await queue.use(send("3"));
  expect(opened).toHaveLength(2);
  await expect.poll(() => done).toContainEqual({ emailId: "3" });
  expect(errors).toEqual([]);

  // Without work it may have been closed by now: a call keeps it open.
  await queue.use(async () => {
    const open = opened.at(-1);
    process.kill(open?.pid ?? 0, "SIGKILL");
    await open?.ended;
    await expect(open?.executeSql("select 1")).rejects.toThrow("has ended");
  });
  await expect.poll(() => errors).not.toEqual([]);
  const before = opened.length;
  await queue.use(send("4"));
  expect(opened).toHaveLength(before + 1);
  await expect.poll(() => done).toContainEqual({ emailId: "4" });
});

test("a slow database gets one maintenance at a time, goes on with its jobs, and is not closed over them", {
  tags: "release",
}, async () => {
  const { queue, opened, done, errors } = track({ jobMs: 100, idleMs: 4 });
  const released = Promise.withResolvers<void>();
  const maintained: string[] = [];
  /** How many rows each look for unfinished jobs has found: 1, or 0. */
  const found: number[] = [];
  await queue.use(async () => {
    const [lite] = opened;
    if (!lite) throw new Error("no database was opened");
    void lite.ended.then(() => done.push("closed"));
    const executeSql = lite.executeSql.bind(lite);
    vi.spyOn(lite, "executeSql").mockImplementation(async (text, values) => {
      if (/^(select 1 from jobs\.job|checkpoint)/.test(text)) {
        maintained.push(text);
        await released.promise;
      }
      const answer = await executeSql(text, values);
      if (text.startsWith("select 1 from jobs.job")) found.push(answer.rows.length);
      return answer;
    });
  });
  await expect.poll(() => maintained).toHaveLength(1);
  await queue.use(send("1"));
  await expect.poll(() => done).toEqual([{ emailId: "1" }]);
  expect(maintained).toHaveLength(1);
  await queue.use(send("2"));
  released.resolve();
  await expect.poll(() => done).toEqual([{ emailId: "1" }, { emailId: "2" }, "closed"]);
  expect([found[0], found.at(-1)]).toEqual([1, 0]);
  expect(opened).toHaveLength(1);
  expect(errors).toEqual([]);
});

test("what comes after a failed transaction does not fail with it", async () => {
  const lite = startPglite(empty);
  await lite.executeSql("select 1");
  const failed = lite.executeSql("begin; select 1 / 0; commit");
  const next = [lite.executeSql("select 2 as two"), lite.executeSql("select $1::int as three", [3])];
  await expect(failed).rejects.toThrow("division by zero");
  expect((await Promise.all(next)).map(({ rows }) => rows)).toEqual([[{ two: 2 }], [{ three: 3 }]]);
  await lite.close();
});
