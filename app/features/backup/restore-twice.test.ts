// on one database: the folder is named alike on both; on Postgres each restore needs a database without other connections
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { withDatabase } from "#test/database.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { restoreSnapshot, undoRestore } from "./restore-snapshot.server.ts";
import { takeBackup } from "./take-backup.server.ts";

withDatabase();

const folder = mkdtempSync(path.join(tmpdir(), "mugen-backup-"));
const target = mkdtempSync(path.join(tmpdir(), "mugen-restored-"));
afterEach(() => {
  vi.useRealTimers();
  for (const made of [folder, target]) rmSync(made, { recursive: true, force: true });
});

test("a restore in the second of another one is done, and each of the two can be undone", async () => {
  const open = await openBackupFolder({ folder, passphrase: undefined, writing: true });
  const { name } = await takeBackup(open);
  const { DATA_DIR } = environment();
  const database = path.join(target, "mugen.sqlite");
  const mark = (text: string) => writeFileSync(database, text);
  const read = () => readFileSync(database, "utf8");
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T09:00:00.250Z") });
  try {
    Object.assign(environment(), { DATA_DIR: target });
    mark("first");
    const first = await restoreSnapshot(open, name);
    mark("second");
    // It failed on that folder, and put the first one's database back.
    const second = await restoreSnapshot(open, name);
    expect(first).toBe("before-restore-2026-11-27T09-00-00Z");
    expect(second).toBe("before-restore-2026-11-27T09-00-00Z-2");
    await undoRestore(second);
    expect(read()).toBe("second");
    await undoRestore(first);
    expect(read()).toBe("first");
    expect(existsSync(path.join(target, first))).toBe(false);
  } finally {
    Object.assign(environment(), { DATA_DIR });
    await open.release();
  }
});
