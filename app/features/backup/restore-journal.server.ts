import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { syncFolder, writeDurably } from "#app/features/storage/server/write-durably.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { DatabaseNotReady } from "#db/store.ts";

/*
 * A restore changes the data folder by renaming alone: what was there goes to a folder `before-restore-…`, what was restored and
 * looked at takes its place. While it does so a file beside them says how to go back, so that a kill leaves nothing halfway.
 */

const journalFile = "restore.json";

const journalSchema = z.object({
  /** Folder in the data folder to which goes what was there. */
  before: z.string().regex(/^before-restore-[\w-]+$/),
  /** What was there when it began, of `replaced`. */
  existed: z.array(z.string()),
  /** Postgres: the restored database has it in its table `settings` from the moment in which it counts. */
  token: z.string().nullable(),
  /** Postgres: the name of the snapshot of the database that was replaced. */
  restorePoint: z.string().nullable(),
});
export type RestoreJournal = z.infer<typeof journalSchema>;

/** What a restore replaces in the data folder; of the first three Postgres has none. */
export const replaced = ["mugen.sqlite", "mugen.sqlite-wal", "mugen.sqlite-shm", "files", "jobs"] as const;

/** Of a restore that was killed; null where none was. */
export async function readJournal(dataDir: string, folder = "."): Promise<RestoreJournal | null> {
  const text = await nullIfMissing(readFile(path.join(dataDir, folder, journalFile), "utf8"));
  return text === null ? null : journalSchema.parse(JSON.parse(text));
}

/** Throws `DatabaseNotReady` while a restore that was killed has not been ended or undone. */
export async function refuseHalfRestored(): Promise<void> {
  if ((await readJournal(environment().DATA_DIR)) === null) return;
  throw new DatabaseNotReady("a restore was interrupted: end it with npm run restore -- --recover");
}

/** Says how to go back, then moves what is there away and what `staging` holds to its place. */
export async function swapIn(o: {
  dataDir: string;
  staging: string;
  journal: RestoreJournal;
}): Promise<void> {
  const { dataDir, staging, journal } = o;
  await mkdir(path.join(dataDir, journal.before), { mode: 0o700 });
  await writeDurably({
    root: dataDir,
    path: path.join(dataDir, journalFile),
    bytes: Buffer.from(JSON.stringify(journal)),
  });
  for (const name of replaced) {
    await nullIfMissing(rename(path.join(dataDir, name), path.join(dataDir, journal.before, name)));
    await nullIfMissing(rename(path.join(staging, name), path.join(dataDir, name)));
  }
  await syncFolder(path.join(dataDir, journal.before));
  await syncFolder(dataDir);
}

/** The restore counts: the way back lies in the folder of what was there. */
export async function endSwap(dataDir: string, { before }: RestoreJournal): Promise<void> {
  await rename(path.join(dataDir, journalFile), path.join(dataDir, before, journalFile));
  await syncFolder(dataDir);
}

/** Puts back what was there, wherever the swap was. May be repeated. */
export async function swapBack(dataDir: string, journal: RestoreJournal): Promise<void> {
  for (const name of replaced) {
    const place = path.join(dataDir, name);
    const back = `${place}.back`;
    // What is not in its folder has not been moved yet, or is back already.
    await nullIfMissing(rename(path.join(dataDir, journal.before, name), back));
    const isBack = (await nullIfMissing(stat(back))) !== null;
    if (isBack || !journal.existed.includes(name)) await rm(place, { recursive: true, force: true });
    if (isBack) await rename(back, place);
  }
  await syncFolder(dataDir);
  await rm(path.join(dataDir, journal.before), { recursive: true, force: true });
  await rm(path.join(dataDir, journalFile), { force: true });
}
