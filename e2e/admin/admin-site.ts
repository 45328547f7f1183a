import { closeDatabase, openDatabase } from "#db/client.ts";
import { addAdminSession } from "#test/admin.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { test as base, expect } from "../site.ts";

interface AdminVisit {
  /** How long ago (ms) the password was typed when a test begins. */
  passwordAgeMs: number;
  /** Runs with the server's database open. */
  withSiteDatabase: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** As `test`, with every page signed in to the admin's console, by a session added to the server's database. */
export const test = base.extend<AdminVisit>({
  passwordAgeMs: [0, { option: true }],
  withSiteDatabase: async ({ server }, use) => {
    await use((work) => withDatabaseOf(server, work));
  },
  context: async ({ context, server, passwordAgeMs }, use) => {
    const { token } = await withDatabaseOf(server, () => addAdminSession({ passwordAgeMs }));
    await context.addCookies([{ name: "mugen_admin", value: token, url: server.origin }]);
    await use(context);
  },
});

async function withDatabaseOf<Result>(
  { dataDir }: RunningServer,
  work: () => Promise<Result>,
): Promise<Result> {
  await openDatabase({ url: undefined, dataDir, migrate: false });
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

export { expect };
