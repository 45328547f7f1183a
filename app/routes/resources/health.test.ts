import { afterEach, expect, onTestFinished, test } from "vitest";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { openSqlite } from "#db/sqlite.ts";
import { startPostgresProxy } from "#test/databases/postgres-proxy.ts";
import { contextOf } from "#test/request-context.ts";
import { loader } from "./health.ts";

const { DATABASE_URL: url = "", DATA_DIR: dataDir = "" } = process.env;

afterEach(closeDatabase);

const someone: AdminSession = {
  id: "x",
  operatorId: "first",
  username: "admin",
  role: "administrator",
  createdAt: new Date(),
  authenticatedAt: new Date(),
};
const noDatabase = () => Promise.reject(new Error("no database"));

/** The answer, by default to somebody whose session can't be looked up. */
async function ask(
  admin: () => Promise<AdminSession | null> = noDatabase,
): Promise<{ status: number; body: unknown }> {
  const request = new Request("http://localhost/health");
  const context = contextOf(request, { viewer: noDatabase, admin });
  const response = await loader({ request, params: {}, context });
  return { status: response.status, body: await response.json() };
}

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const isHealthy = { status: 200, body: { status: "ok", timestamp } };
const isReadOnly = { status: 503, body: { status: "read-only", timestamp } };
const isUnhealthy = { status: 503, body: { status: "error", timestamp } };

test.runIf(dialect === "sqlite")("a database that can be read and not written is read-only", async () => {
  let isFull = true;
  await openDatabase({
    url: undefined,
    dataDir,
    async open() {
      const store = await openSqlite({ dataDir, migrate: true });
      return {
        ...store,
        write: (work) => (isFull ? Promise.reject(new Error("disk full")) : store.write(work)),
      };
    },
  });
  expect(await ask()).toEqual(isReadOnly);
  isFull = false;
  await expect.poll(() => ask()).toEqual(isHealthy);
});

test.runIf(url.startsWith("postgres"))(
  "a database that does not answer begin is read-only, and one that is out an error, session or not",
  async () => {
    const proxy = await startPostgresProxy(url);
    onTestFinished(() => proxy.close());
    await openDatabase({ url: proxy.url, dataDir });
    await expect.poll(() => ask()).toEqual(isHealthy);
    proxy.atBegin("stall");
    await expect.poll(() => ask()).toEqual(isReadOnly);
    proxy.atBegin("pass");
    await expect.poll(() => ask()).toEqual(isHealthy);
    await proxy.close();
    await expect.poll(() => ask()).toEqual(isUnhealthy);
  },
);

test("everybody is told the state alone, the admin the rest too", async () => {
  await openDatabase({ url: url.startsWith("postgres") ? url : undefined, dataDir });
  await expect.poll(() => ask()).toEqual(isHealthy);
  expect(await ask(() => Promise.resolve(null))).toEqual(isHealthy);
  const { body } = await ask(() => Promise.resolve(someone));
  expect(body).toEqual({
    status: "ok",
    timestamp,
    uptime: expect.any(Number),
    memory: { used: expect.any(Number), total: expect.any(Number) },
    database: { connected: true },
  });
});
