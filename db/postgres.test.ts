import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startPostgres } from "#test/databases/postgres.ts";
import { type PostgresProxy, startPostgresProxy } from "#test/databases/postgres-proxy.ts";
import { closeDatabase, db, openDatabase, write } from "./client.ts";
import { closePubsub, publish, subscribe } from "./pubsub.ts";
import { settings } from "./schema/index.ts";

vi.mock("./postgres-timeouts.ts", async (load) => {
  const { connectionLimits, postgresTimeouts } = await load<typeof import("./postgres-timeouts.ts")>();
  Object.assign(postgresTimeouts, {
    begin: 500,
    statement: 1000,
    answer: 1500,
    rollback: 300,
    heartbeat: 300,
  });
  return { postgresTimeouts, connectionLimits: { ...connectionLimits, query_timeout: 1500 } };
});

const { DATABASE_URL: url = "", DATA_DIR: dataDir = "" } = process.env;

/** Connections of the pool that transactions run on. */
const poolSize = 10;

const set = (key: string, value: string) =>
  write((tx) =>
    tx
      .insert(settings)
      .values({ key, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
      .returning({ key: settings.key }),
  );
const read = (key: string) => db.select().from(settings).where(eq(settings.key, key));

/** More at once than the pool has connections. */
const many = (run: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: 2 * poolSize }, (_, index) => run(index)));

/** Resolves once as many transactions were open at the same time as the pool has connections. */
async function fillPool(): Promise<void> {
  const openAtOnce = async () => {
    let open = 0;
    const allOpen = Promise.withResolvers<void>();
    const wait = () =>
      write(async (tx) => {
        await tx.select({ one: sql`1` }).from(sql`(values (1)) as one`);
        if (++open === poolSize) allOpen.resolve();
        await Promise.race([allOpen.promise, delay(1000)]);
      });
    await Promise.allSettled(Array.from({ length: poolSize }, wait));
    return open;
  };
  await expect.poll(openAtOnce).toBe(poolSize);
}

/** Resolves once the value is written: on a busy machine a short time limit may pass without a reason. */
const untilSet = (key: string, value: string) =>
  expect.poll(() => set(key, value).then(() => "written", String)).toBe("written");

describe.runIf(url.startsWith("postgres"))("behind a proxy", () => {
  let proxy: PostgresProxy;
  beforeAll(async () => {
    proxy = await startPostgresProxy(url);
    await openDatabase({ url: proxy.url, dataDir });
  });
  afterAll(async () => {
    await closePubsub();
    await closeDatabase();
    await proxy.close();
  });

  test.each(["cut", "stall"] as const)("connections whose begin is %s are replaced", async (how) => {
    proxy.atBegin(how);
    const failed = await many((index) => set(`${how}-${index}`, "1"));
    expect(failed.filter(({ status }) => status === "fulfilled")).toEqual([]);
    proxy.atBegin("pass");
    await fillPool();
    await untilSet(how, "1");
    expect(await read(how)).toHaveLength(1);
  });

  test("connections that go silent are replaced, and hold no locks", async () => {
    await untilSet("silent", "before");
    await expect(
      write(async (tx) => {
        await tx.update(settings).set({ value: "lost" }).where(eq(settings.key, "silent"));
        await many((index) => read(`${index}`));
        proxy.silence();
        await tx.select().from(settings);
      }),
    ).rejects.toThrow();
    await many((index) => (index % 2 ? read("silent") : set(`silent-${index}`, "1")));
    await untilSet("silent", "after");
    await fillPool();
    expect(await read("silent")).toMatchObject([{ value: "after" }]);
  });

  test("a subscriber whose connection goes silent hears what is published later", async () => {
    const heard = new Set<string>();
    const unsubscribe = ["before", "after"].map((task) => subscribe(task, () => heard.add(task)));
    const isHeard = async (task: string) => {
      await publish(task);
      return heard.has(task);
    };
    await expect.poll(() => isHeard("before")).toBe(true);
    proxy.silence();
    await expect.poll(() => isHeard("after")).toBe(true);
    for (const end of unsubscribe) end();
  });
});

const postgres = url.startsWith("postgres") ? await startPostgres() : null;
afterAll(() => postgres?.stop());

test.runIf(postgres)("after a crash of Postgres under load every connection works again", async () => {
  if (!postgres) return;
  await openDatabase({ url: postgres.url, dataDir });
  let isLoaded = true;
  let written = 0;
  const members = Array.from({ length: 24 }, async (_, member) => {
    let acknowledged = 0;
    for (let value = 1; isLoaded; value++) {
      const isWritten = await set(`load-${member}`, String(value)).then(
        () => true,
        () => delay(20, false),
      );
      if (!isWritten) continue;
      acknowledged = value;
      written += 1;
    }
    return acknowledged;
  });
  const writtenMore = async () => {
    const before = written;
    await expect.poll(() => written).toBeGreaterThan(before + 100);
  };
  for (let crash = 0; crash < 3; crash++) {
    await writtenMore();
    postgres.crashAndRestart();
  }
  await writtenMore();
  isLoaded = false;
  await fillPool();
  for (const [member, acknowledged] of (await Promise.all(members)).entries())
    expect(Number((await read(`load-${member}`))[0]?.value)).toBeGreaterThanOrEqual(acknowledged);
  await closeDatabase();
});
