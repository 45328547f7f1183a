import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { compareFiles, copyFiles, switchFiles } from "#app/features/storage/move/move-files.server.ts";
import { type StorageName, storageNamed } from "#app/features/storage/server/audio-storage.server.ts";
import { hasOtherClients, onPostgres } from "#db/backup/on-postgres.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { DataFolderInUse, lockDataFolder } from "#db/lock-data-folder.ts";
import { CommandError, parseArguments, print, runStandalone, UsageError } from "./command.ts";
import { asCommandError } from "./expected-errors.ts";

const usage = `Usage: npm run storage -- copy|verify|switch --to s3|local

Moves the files between DATA_DIR/files and the bucket of the S3_… settings. STORAGE names where they are now.
  copy    copies what the other one lacks, while the server runs; may be interrupted, and begun again
  verify  reads everything on both sides and compares it by hash; exits with 1 when something is missing or different
  switch  with the server stopped: copies what came since, removes what went, and leaves the first one. Then set STORAGE`;

const commands = ["copy", "verify", "switch"] as const;
const maxPrinted = 20;

/** `npm run storage`. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runStandalone(usage, () => {
    const { values, positionals } = parseArguments(() =>
      parseArgs({ args, allowPositionals: true, options: { to: { type: "string" } } }),
    );
    const command = commands.find((each) => each === positionals[0]);
    if (command === undefined || positionals.length > 1)
      throw new UsageError("What to do? One of copy, verify, switch");
    const { to } = values;
    if (to !== "s3" && to !== "local") throw new UsageError("--to takes s3 or local");
    const { STORAGE, S3_ENDPOINT, S3_BUCKET, DATABASE_URL: url, DATA_DIR: dataDir } = environment();
    if (STORAGE === to) throw new CommandError(`STORAGE is ${to}: the files are there already`);
    if (!S3_ENDPOINT || !S3_BUCKET)
      throw new CommandError("set S3_ENDPOINT, S3_BUCKET and the two keys first");
    return async () => {
      const release = command === "switch" ? await lockOut(url, dataDir) : () => {};
      try {
        await openDatabase({ url, dataDir, migrate: false });
        await move(command, STORAGE, to).catch(asCommandError);
      } finally {
        await closeDatabase();
        release();
      }
    };
  });
}

async function move(command: (typeof commands)[number], from: StorageName, to: StorageName): Promise<void> {
  const route = { from: storageNamed(from), to: storageNamed(to) };
  if (command === "verify") return verify(route);
  if (command === "switch") return switchTo({ ...route, name: to });
  const { files, copied, bytes } = await copyFiles({ ...route, onFile: sayProgress });
  print(`${copied} of ${files} files copied (${bytes} bytes), each read back and compared`);
}

function sayProgress(copied: number): void {
  if (copied % 500 === 0) console.error(`${copied} files copied`);
}

async function verify(route: Parameters<typeof compareFiles>[0]): Promise<void> {
  const { files, missing, different, extra } = await compareFiles(route);
  for (const [what, keys] of Object.entries({ missing, different, extra })) {
    for (const key of keys.slice(0, maxPrinted)) print(`${what}  ${key}`);
    if (keys.length > maxPrinted) print(`${what}  … ${keys.length - maxPrinted} more`);
  }
  if (missing.length + different.length > 0)
    throw new CommandError(
      `${missing.length} of ${files} files are missing, ${different.length} are different`,
    );
  print(`${files} files are the same on both sides, by hash; ${extra.length} are there alone`);
}

async function switchTo(route: Parameters<typeof switchFiles>[0]): Promise<void> {
  const { files, copied, removed } = await switchFiles(route);
  print(
    `${files} files are there; ${copied} copied, ${removed} removed. Set STORAGE=${route.name} and start`,
  );
}

/** Prevents files from being left behind: no server or worker may write meanwhile. Returns the unlock. */
async function lockOut(url: string | undefined, dataDir: string): Promise<() => void> {
  if (url) {
    if (await onPostgres(url, hasOtherClients)) throw new CommandError("stop all servers and workers first");
    return () => {};
  }
  try {
    const lock = lockDataFolder(dataDir);
    return () => lock.release();
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new CommandError("a server is running: stop it first");
    throw error;
  }
}
