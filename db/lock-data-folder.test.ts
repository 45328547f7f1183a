import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { DataFolderInUse, lockDataFolder } from "./lock-data-folder.ts";

const folder = () => path.join(process.env.DATA_DIR ?? "", "locked");

test("one holder at a time", () => {
  const lock = lockDataFolder(folder());
  expect(() => lockDataFolder(folder())).toThrow(DataFolderInUse);
  lock.release();
  lockDataFolder(folder()).release();
});

test("a killed process gives its lock back", async () => {
  const holder = spawn(process.execPath, [
    "--input-type=module",
    "-e",
    `import { lockDataFolder } from ${JSON.stringify(path.join(import.meta.dirname, "lock-data-folder.ts"))};
     lockDataFolder(${JSON.stringify(folder())}); process.stdout.write("locked"); setInterval(() => {}, 1000);`,
  ]);
  await once(holder.stdout, "data");
  expect(() => lockDataFolder(folder())).toThrow(DataFolderInUse);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  lockDataFolder(folder()).release();
});
