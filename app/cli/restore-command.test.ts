// on both databases: each has its own trial
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { openBackupFolder } from "#app/features/backup/backup-folder.server.ts";
import { takeBackup } from "#app/features/backup/take-backup.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { withDatabase } from "#test/database.ts";
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
