import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { syncFolder, writeDurably } from "#app/features/storage/server/write-durably.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { DatabaseNotReady } from "#db/store.ts";
import type { Snapshot } from "./snapshot.ts";

/*
 * A restore only renames in the data folder: old files go to `before-restore-…`, checked new ones take their place. A journal
 * beside them says how to go back, so that a kill leaves nothing halfway.
 */

const journalFile = "restore.json";
const beforePattern = /^before-restore-[\w-]+$/;

const journalSchema = z.object({
  before: z.string().regex(beforePattern),
  /** In the data folder; older journals lack it and replaced everything. */
  replaces: z
    .array(z.string())
    .default(["mugen.sqlite", "mugen.sqlite-wal", "mugen.sqlite-shm", "files", "jobs"]),
  existed: z.array(z.string()),
  /** Postgres: the restored database's `settings` hold it as soon as the restore counts. */
  token: z.string().nullable(),
  restorePoint: z.string().nullable(),
});
export type RestoreJournal = z.infer<typeof journalSchema>;

/**
 * What a restore replaces in the data folder: the database (not Postgres), and local files if the snapshot has some. A restore
 * point leaves files alone.
 */
export function replacedBy(snapshot: Pick<Snapshot, "files">, storage: "local" | "s3"): string[] {
  const hasFiles = snapshot.files !== null && storage === "local";
  return ["mugen.sqlite", "mugen.sqlite-wal", "mugen.sqlite-shm", ...(hasFiles ? ["files"] : []), "jobs"];
}

/** The journal of a killed restore; null if there is none. */
export async function readJournal(dataDir: string, folder = "."): Promise<RestoreJournal | null> {
  const text = await nullIfMissing(readFile(path.join(dataDir, folder, journalFile), "utf8"));
  return text === null ? null : journalSchema.parse(JSON.parse(text));
}

/** The restore points of Postgres without which restores could not be undone. */
export async function listUndoable(dataDir: string): Promise<string[]> {
  const folders = ((await nullIfMissing(readdir(dataDir))) ?? []).filter((name) => beforePattern.test(name));
  // An unreadable journal must not prevent an update: nothing can be undone by it.
  const journals = await Promise.all(folders.map((folder) => readJournal(dataDir, folder).catch(() => null)));
  return journals.flatMap((journal) => journal?.restorePoint ?? []);
}

/** Throws `DatabaseNotReady` after a killed restore until it is finished or undone. */
export async function refuseHalfRestored(): Promise<void> {
  if ((await readJournal(environment().DATA_DIR)) === null) return;
  throw new DatabaseNotReady("a restore was interrupted: end it with npm run restore -- --recover");
}

/** Writes the journal, then moves the old files away and those of `staging` in. */
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
  for (const name of journal.replaces) {
    await nullIfMissing(rename(path.join(dataDir, name), path.join(dataDir, journal.before, name)));
    await nullIfMissing(rename(path.join(staging, name), path.join(dataDir, name)));
  }
  await syncFolder(path.join(dataDir, journal.before));
  await syncFolder(dataDir);
}

/** Makes the restore count: moves the journal into the folder of the old files. */
export async function endSwap(dataDir: string, { before }: RestoreJournal): Promise<void> {
  await rename(path.join(dataDir, journalFile), path.join(dataDir, before, journalFile));
  await syncFolder(dataDir);
}

/** Makes the restore count no more: moves the journal back, so that nothing starts on what is half undone. */
export async function beginUndo(dataDir: string, { before }: RestoreJournal): Promise<void> {
  await rename(path.join(dataDir, before, journalFile), path.join(dataDir, journalFile));
  await syncFolder(dataDir);
}

/** Puts the old files back from any stage of the swap. Idempotent. */
export async function swapBack(dataDir: string, journal: RestoreJournal): Promise<void> {
  for (const name of journal.replaces) {
    const place = path.join(dataDir, name);
    const back = `${place}.back`;
    // If missing there, it was not moved yet or is back.
    await nullIfMissing(rename(path.join(dataDir, journal.before, name), back));
    const isBack = (await nullIfMissing(stat(back))) !== null;
    if (isBack || !journal.existed.includes(name)) await rm(place, { recursive: true, force: true });
    if (isBack) await rename(back, place);
  }
  await syncFolder(dataDir);
  await rm(path.join(dataDir, journal.before), { recursive: true, force: true });
  await rm(path.join(dataDir, journalFile), { force: true });
}
