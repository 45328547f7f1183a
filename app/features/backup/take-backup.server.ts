import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { programVersion } from "#app/config/version.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { refuseLeftOwner } from "#app/features/storage/move/refuse-left-storage.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { isReplaceable } from "#app/features/storage/storage.ts";
import { copySqlite } from "#db/backup/copy-sqlite.ts";
import type { DatabaseCopy } from "#db/backup/database-copy.ts";
import { dumpPostgres } from "#db/backup/dump-postgres.ts";
import { nullIfDamaged } from "./backup-error.ts";
import type { BackupFolder } from "./backup-folder.server.ts";
import { recordBackup } from "./backup-notes.server.ts";
import { inScratchFolder } from "./scratch-folder.server.ts";
import { type Snapshot, snapshotsToKeep } from "./snapshot.ts";

/**
 * Snapshots the running installation: files, the database, then files added meanwhile. Files exist before their row and outlive
 * it, so only those of a track deleted meanwhile may be missing. Then prunes (`snapshotsToKeep`) and notes the time. Throws
 * `MoveError` for a storage that was left.
 */
export async function takeBackup(folder: BackupFolder, now: Date = new Date()) {
  refuseLeftOwner(await audioStorage().owner());
  const known = await knownFiles(folder);
  const files = new Map<string, NonNullable<Snapshot["files"]>[number]>();
  await storeFiles(folder, known, files);
  crashPoint("backup-files");
  const database = await storeDatabase(folder);
  await storeFiles(folder, known, files);
  crashPoint("backup-database");
  const snapshot: Snapshot = {
    format: 1,
    createdAt: now.toISOString(),
    version: programVersion(),
    ...database,
    files: [...files.values()],
  };
  const name = await folder.writeSnapshot(snapshot);
  crashPoint("backup-snapshot");
  const keep = snapshotsToKeep(await folder.snapshots());
  keep.add(name);
  /** Older snapshots that can't be read: restore can't use them, and as long as they are kept nothing is pruned. */
  const damaged = await folder.keepOnly(keep);
  await recordBackup(now);
  return { name, snapshot, kept: await folder.snapshots(), damaged };
}

/** A snapshot of the database alone; it, the newest `count` by name and `needed` stay: a wrong clock may have named others later. */
export async function takeRestorePoint(
  folder: BackupFolder,
  { count, needed }: { count: number; needed: readonly string[] },
): Promise<string> {
  const database = await storeDatabase(folder);
  const name = await folder.writeSnapshot({
    format: 1,
    createdAt: new Date().toISOString(),
    version: programVersion(),
    ...database,
    files: null,
  });
  await folder.keepOnly(new Set([name, ...(await folder.snapshots()).slice(-count), ...needed]));
  return name;
}

/** The files of the last readable snapshot by key: a key's content never changes. A damaged one must not prevent a new backup. */
async function knownFiles(
  folder: BackupFolder,
): Promise<Map<string, NonNullable<Snapshot["files"]>[number]>> {
  for (const name of (await folder.snapshots()).reverse()) {
    const snapshot = await folder.readSnapshot(name).catch(nullIfDamaged);
    if (snapshot) return new Map((snapshot.files ?? []).map((file) => [file.key, file]));
  }
  return new Map();
}

async function storeFiles(
  folder: BackupFolder,
  known: ReadonlyMap<string, NonNullable<Snapshot["files"]>[number]>,
  files: Map<string, NonNullable<Snapshot["files"]>[number]>,
): Promise<void> {
  const storage = audioStorage();
  for await (const key of storage.list("")) {
    if (files.has(key) || isReplaceable(key)) continue;
    const found = await storage.stat(key);
    if (found === null) continue;
    const before = known.get(key);
    if (before?.bytes === found.bytes && folder.has(before)) {
      files.set(key, before);
      continue;
    }
    const stream = await storage.readStream(key);
    if (stream) files.set(key, { key, ...(await folder.put(stream)) });
  }
}

async function storeDatabase(folder: BackupFolder): Promise<Pick<Snapshot, "database" | "installationId">> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  const store = async ({ installationId, parts, ...database }: DatabaseCopy) => {
    const stored: Snapshot["database"]["parts"] = [];
    for (const { read, ...part } of parts) stored.push({ ...part, ...(await folder.put(read())) });
    return { installationId, database: { ...database, parts: stored } };
  };
  if (url) return dumpPostgres(url, store);
  return inScratchFolder("backup-copy", async (scratch) =>
    store(await copySqlite({ dataDir, target: path.join(scratch, "mugen.sqlite") })),
  );
}
