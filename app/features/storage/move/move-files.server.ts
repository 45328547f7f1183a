import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { crashPoint } from "#app/crash-point.server.ts";
import { installationId } from "../server/quarantine-orphans.server.ts";
import { isReplaceable, type Storage } from "../storage.ts";
import { leftFor, leftMark, MoveError, refuseLeftOwner } from "./refuse-left-storage.server.ts";

const concurrency = 8;

interface Difference {
  files: number;
  missing: string[];
  different: string[];
  extra: string[];
}

interface Route {
  from: Storage;
  to: Storage;
}

/**
 * Copies files that the other storage lacks, and reads each back to compare hashes. Can be interrupted and repeated, and runs
 * beside a server: later files wait for the next run. Skips cached speech, which is made again. Throws `MoveError` for another
 * installation's storage, one that was left before, or a file that comes back changed.
 *
 * @param o.onFile after each copied file
 */
export async function copyFiles(
  o: Route & { onFile?: (copied: number) => void },
): Promise<{ files: number; copied: number; bytes: number }> {
  const { from, to } = o;
  await refuseOutdated(from);
  await claim(to);
  const counts = { files: 0, copied: 0, bytes: 0 };
  await forEachFile(from, async (key) => {
    const [found, known] = await Promise.all([from.stat(key), to.stat(key)]);
    if (found === null) return;
    counts.files += 1;
    // A key's content never changes, and storages hold no partial files.
    if (known?.bytes === found.bytes) return;
    if (!(await copyFile({ from, to, key }))) return;
    counts.copied += 1;
    counts.bytes += found.bytes;
    o.onFile?.(counts.copied);
    crashPoint("storage-copied");
  });
  return counts;
}

/** Compares all files of both storages by hash. */
export async function compareFiles({ from, to }: Route): Promise<Difference> {
  const difference = await listDifference({ from, to });
  await forEachFile(from, async (key) => {
    const [hash, copy] = await Promise.all([hashOf(from, key), hashOf(to, key)]);
    if (hash !== null && copy !== null && hash !== copy) difference.different.push(key);
  });
  difference.different = [...new Set(difference.different)].sort();
  return difference;
}

/**
 * Ends a move while no server runs. Copies the rest, and removes from the second storage what the first no longer has. Marks the
 * first as left: no program starts on it any more (`refuseLeftStorage`). Throws `MoveError`.
 */
export async function switchFiles(
  o: Route & { name: string },
): Promise<{ files: number; copied: number; removed: number }> {
  const { from, to } = o;
  const { files, copied } = await copyFiles(o);
  const { missing, different, extra } = await listDifference(o);
  if (missing.length + different.length > 0)
    throw new MoveError(`${missing.length + different.length} files are not there: run copy again`);
  for (const key of extra) await to.remove(key);
  await from.setOwner(leftMark(o.name));
  return { files, copied, removed: extra.length };
}

/**
 * Throws `MoveError` if its files are no longer, or never were, this installation's: what it lacks would be removed from the
 * other.
 */
async function refuseOutdated(from: Storage): Promise<void> {
  const owner = await from.owner();
  refuseLeftOwner(owner);
  if (owner !== null && owner !== (await installationId()))
    throw new MoveError("the files of STORAGE belong to another installation");
}

/** Marks a storage as this installation's. Throws `MoveError` if it holds files of another or of nobody. */
async function claim(to: Storage): Promise<void> {
  const [id, owner] = [await installationId(), await to.owner()];
  if (owner === id) return;
  if (leftFor(owner) !== null) return to.setOwner(id);
  if (owner !== null) throw new MoveError("the files there belong to another installation");
  for await (const key of to.list(""))
    throw new MoveError(`there are files already that are not this installation's, such as ${key}`);
  await to.setOwner(id);
}

async function listDifference({ from, to }: Route): Promise<Difference> {
  const difference: Difference = { files: 0, missing: [], different: [], extra: [] };
  const keys = new Set<string>();
  await forEachFile(from, async (key) => {
    keys.add(key);
    const [found, copy] = await Promise.all([from.stat(key), to.stat(key)]);
    if (found === null) return;
    difference.files += 1;
    if (copy === null) difference.missing.push(key);
    else if (copy.bytes !== found.bytes) difference.different.push(key);
  });
  await forEachFile(to, async (key) => {
    if (!keys.has(key)) difference.extra.push(key);
  });
  for (const list of [difference.missing, difference.different, difference.extra]) list.sort();
  return difference;
}

async function copyFile({ from, to, key }: Route & { key: string }): Promise<boolean> {
  const stream = await from.readStream(key);
  if (stream === null) return false;
  const hash = createHash("sha256");
  await to.put(key, hashing(stream, hash));
  if ((await hashOf(to, key)) !== hash.digest("hex"))
    throw new MoveError(`${key} did not come back as it was`);
  return true;
}

async function* hashing(parts: AsyncIterable<Uint8Array>, hash: { update(part: Uint8Array): unknown }) {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

async function hashOf(storage: Storage, key: string): Promise<string | null> {
  const stream = await storage.readStream(key);
  if (stream === null) return null;
  const hash = createHash("sha256");
  for await (const part of stream) hash.update(part);
  return hash.digest("hex");
}

/** Concurrent. After a failure starts no more, and throws when all have ended. */
async function forEachFile(storage: Storage, work: (key: string) => Promise<void>): Promise<void> {
  const limit = pLimit(concurrency);
  const failures: unknown[] = [];
  let running: Promise<void>[] = [];
  const untilDone = async () => {
    await Promise.all(running);
    running = [];
    if (failures.length > 0) throw failures[0];
  };
  for await (const key of storage.list("")) {
    if (isReplaceable(key)) continue;
    const run = limit(async () => {
      if (failures.length === 0) await work(key).catch((error: unknown) => void failures.push(error));
    });
    running.push(run);
    if (running.length === concurrency * 16) await untilDone();
  }
  await untilDone();
}
