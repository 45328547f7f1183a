// on both databases: each has its own trial
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { openBackupFolder } from "#app/features/backup/backup-folder.server.ts";
import { takeBackup } from "#app/features/backup/take-backup.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { onPostgres } from "#db/backup/on-postgres.ts";
import { addSearchFunctions } from "#db/sqlite.ts";
import { addOperator } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { createTestDatabase } from "#test/databases/postgres.ts";
import { run } from "./restore-command.ts";

withDatabase();

const folder = mkdtempSync(path.join(tmpdir(), "mugen-restore-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(environment().DATABASE_URL?.startsWith("pglite:"))(
  "the newest backup is none that a clock in the future has named, unless there is no other",
  async () => {
    const said: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
    const open = await openBackupFolder({ folder, passphrase: undefined, writing: true });
    const check = async () => {
      expect(await run(["--from", folder, "--check"])).toBe(0);
      return said.pop()?.split(" ")[0];
    };
    const ahead = await takeBackup(open, new Date(Date.now() + 365 * dayMs));
    expect(await check()).toBe(ahead.name);
    const present = await takeBackup(open);
    expect(await check()).toBe(present.name);
    await open.release();
  },
);

test.skipIf(environment().DATABASE_URL?.startsWith("pglite:"))(
  "a restore names the accounts whose deletion, denial or suspension it has undone, and operators who are back",
  async () => {
    const said: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
    const [deleted, denied, other] = [await addMember(), await addMember(), await addMember()];
    const { admin } = await addOperator();
    const open = await openBackupFolder({ folder, passphrase: undefined, writing: true });
    await takeBackup(open);
    await open.release();
    const own = environment();
    const { DATABASE_URL, DATA_DIR } = own;
    const database = DATABASE_URL
      ? await createTestDatabase(DATABASE_URL, `restored_${process.pid}`)
      : undefined;
    const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-restored-"));
    try {
      Object.assign(own, { DATABASE_URL: database?.url, DATA_DIR: dataDir });
      const restore = async () => {
        said.length = 0;
        expect(await run(["--from", folder])).toBe(0);
        return said.join("");
      };
      expect(await restore()).not.toContain("Accounts");
      await execute({ url: database?.url, dataDir }, [
        `delete from users where id = '${deleted.id}'`,
        `update users set state = 'denied' where id = '${denied.id}'`,
        `update operators set disabled_at = created_at where name = '${admin.username}'`,
      ]);
      // What was there goes to a folder that is named by the second.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
      const told = await restore();
      expect(told).toContain(`Accounts that had been deleted are back (1):\n  ${deleted.id}\n`);
      expect(told).toContain(
        `Accounts that had been shut out are as before that (1):\n  ${denied.id} (denied)\n`,
      );
      expect(told).toContain(`Operators who had been switched off can sign in (1):\n  ${admin.username}\n`);
      expect(told).not.toContain(other.id);
    } finally {
      vi.useRealTimers();
      Object.assign(own, { DATABASE_URL, DATA_DIR });
      rmSync(dataDir, { recursive: true });
      await database?.drop();
    }
  },
);

/** In another installation's database. */
async function execute(
  place: { url: string | undefined; dataDir: string },
  statements: string[],
): Promise<void> {
  if (place.url)
    return onPostgres(place.url, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const file = new Sqlite(path.join(place.dataDir, "mugen.sqlite"));
  addSearchFunctions(file);
  file.exec(statements.join(";"));
  file.close();
}
