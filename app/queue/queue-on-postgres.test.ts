import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { type PostgresProxy, startPostgresProxy } from "#test/databases/postgres-proxy.ts";
import { closeQueue, enqueue, openQueue, workQueue } from "./queue.ts";

vi.mock("#db/postgres-timeouts.ts", async (load) => {
  const original = await load<typeof import("#db/postgres-timeouts.ts")>();
  return { ...original, connectionLimits: { ...original.connectionLimits, query_timeout: 5000 } };
});

const { DATABASE_URL: url = "", DATA_DIR: dataDir = "" } = process.env;

describe.runIf(url.startsWith("postgres"))("a worker behind a proxy", () => {
  let proxy: PostgresProxy;
  beforeAll(async () => {
    proxy = await startPostgresProxy(url);
    await openDatabase({ url, dataDir });
  });
  afterAll(async () => {
    await closeQueue(1000);
    await closeDatabase();
    await proxy.close();
  });

  test("runs new jobs after its connections went silent", async () => {
    const done: string[] = [];
    await openQueue({
      url: proxy.url,
      work: (boss) =>
        workQueue(boss, "send-email", {
          concurrency: 8,
          batch: 1,
          async handler({ payload }) {
            done.push(payload.emailId);
          },
        }),
    });
    const send = (emailId: string) =>
      write((tx) => enqueue(tx, { name: "send-email", payload: { emailId }, key: emailId }));
    await send("before");
    await expect.poll(() => done).toContain("before");
    proxy.silence();
    await send("after");
    await expect.poll(() => done).toContain("after");
  });
});
