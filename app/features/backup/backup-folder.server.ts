import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { z } from "zod";
import { type BackupCipher, cipherSchema, damaged, openCipher } from "./backup-cipher.ts";
import { BackupError, NoBackupYet, nullIfDamaged } from "./backup-error.ts";
import { type BackupLock, type BackupPlace, openBackupPlace } from "./backup-place.server.ts";
import { type Content, type Snapshot, snapshotName, snapshotSchema } from "./snapshot.ts";

/*
 * A backup folder, on a disk or in a bucket:
 * mugen-backup.json  marks it, holds the salt of its passphrase
 * chunks/ab/abcd…    pieces of files, at most 1 MiB, named by content: unchanged ones are stored once
 * snapshots/MOMENT   lists of chunks, compressed JSON; written last, so that a killed backup leaves none
 * lock               held by the writer (of a bucket in the database or the data folder)
 */

const chunkBytes = 1024 * 1024;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const markerFile = "mugen-backup.json";
const markerSchema = z.object({ format: z.literal(1), cipher: cipherSchema.nullable() });

const [asItIs, compressed] = [0, 1];

export interface BackupFolder {
  /** Stores only the chunks that are missing. */
  put(parts: AsyncIterable<Uint8Array>): Promise<Content>;
  has(content: Content): boolean;
  /** Throws `BackupError` for a missing or changed chunk. */
  read(content: Content): AsyncGenerator<Uint8Array>;
  snapshots(): Promise<string[]>;
  readSnapshot(name: string): Promise<Snapshot>;
  /** Throws `BackupError` if the lock was lost. */
  writeSnapshot(snapshot: Snapshot): Promise<string>;
  /**
   * Removes all other snapshots, and unneeded chunks unless one of `names` is damaged. Returns the damaged ones. Throws `BackupError`
   * if the lock was lost.
   */
  keepOnly(names: ReadonlySet<string>): Promise<string[]>;
  release(): Promise<void>;
}

/**
 * Opens a backup folder: a path or `s3://bucket/prefix`. `writing` creates it if missing or empty, and locks it until
 * `release`. Throws `BackupError` if it holds something else, is in use, or has another passphrase.
 */
export async function openBackupFolder(o: {
  folder: string;
  passphrase: string | undefined;
  writing?: boolean;
}): Promise<BackupFolder> {
  const place = openBackupPlace(o.folder);
  const lock = o.writing ? await lockForWriting(place) : null;
  try {
    return await open({ ...o, place, lock });
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function lockForWriting(place: BackupPlace): Promise<BackupLock> {
  if ((await place.read(markerFile)) === null)
    for await (const name of place.list(""))
      if (name !== "lock") throw new BackupError(`${place.address} is neither empty nor a backup of Mugen`);
  return place.lock();
}

async function open(o: {
  place: BackupPlace;
  passphrase: string | undefined;
  writing?: boolean;
  lock: BackupLock | null;
}): Promise<BackupFolder> {
  const { place, lock } = o;
  const found = await place.read(markerFile);
  const marker =
    found === null ? null : markerSchema.safeParse(parseJson(Buffer.from(found).toString())).data;
  if (marker === undefined) throw new BackupError(`${place.address} was written by another version of Mugen`);
  if (marker === null && !o.writing) throw new NoBackupYet(`there is no backup of Mugen in ${place.address}`);
  const cipher = await openCipher(o.passphrase, marker?.cipher);
  if (marker === null)
    await place.write(markerFile, Buffer.from(`${JSON.stringify({ format: 1, cipher: cipher.facts })}\n`));
  const chunkFile = (id: string) => `chunks/${id.slice(0, 2)}/${id}`;
  const snapshotFile = (name: string) => `snapshots/${name}`;
  const stored = new Set<string>();
  if (o.writing) for await (const id of chunkIds(place)) stored.add(id);

  const readSnapshot = async (name: string): Promise<Snapshot> => {
    const sealed = await place.read(snapshotFile(name));
    if (sealed === null) throw new BackupError(`there is no snapshot ${name} in ${place.address}`);
    const bytes = await decompress(cipher.open(name, sealed)).catch(() => {
      throw damaged(name);
    });
    const { data } = snapshotSchema.safeParse(parseJson(bytes.toString()));
    if (!data) throw damaged(name);
    return data;
  };
  const snapshots = () => listSnapshots(place);

  return {
    snapshots,
    readSnapshot,
    release: async () => lock?.release(),

    async put(parts) {
      const chunks: string[] = [];
      let bytes = 0;
      for await (const chunk of inChunks(parts)) {
        bytes += chunk.length;
        const id = cipher.idOf(chunk);
        chunks.push(id);
        if (stored.has(id)) continue;
        await place.write(chunkFile(id), cipher.seal(id, await pack(chunk)));
        stored.add(id);
      }
      return { bytes, chunks };
    },

    has: ({ chunks }) => chunks.every((id) => stored.has(id)),

    async *read({ chunks }) {
      for (const id of chunks) yield await readChunk({ id, sealed: await place.read(chunkFile(id)), cipher });
    },

    async writeSnapshot(snapshot) {
      const name = snapshotName(new Date(snapshot.createdAt));
      const bytes = await compress(Buffer.from(JSON.stringify(snapshot)));
      await lock?.confirm();
      await place.write(snapshotFile(name), cipher.seal(name, bytes));
      return name;
    },

    async keepOnly(names) {
      await lock?.confirm();
      const needed = new Set<string>();
      const unreadable: string[] = [];
      for (const name of await snapshots()) {
        if (!names.has(name)) {
          await place.remove(snapshotFile(name));
          continue;
        }
        const snapshot = await readSnapshot(name).catch(nullIfDamaged);
        if (snapshot === null) unreadable.push(name);
        for (const { chunks } of [...(snapshot?.database.parts ?? []), ...(snapshot?.files ?? [])])
          for (const id of chunks) needed.add(id);
      }
      // What an unreadable one needs is unknown: a later version may read it.
      if (unreadable.length > 0) return unreadable;
      for await (const id of chunkIds(place)) {
        if (!needed.has(id) && (await place.removeUnneeded(chunkFile(id)))) stored.delete(id);
      }
      return [];
    },
  };
}

/** Oldest first. */
export async function listSnapshots(place: BackupPlace): Promise<string[]> {
  const names: string[] = [];
  for await (const file of place.list("snapshots/")) {
    const name = file.slice("snapshots/".length);
    if (/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)) names.push(name);
  }
  return names.sort();
}

async function* chunkIds(place: BackupPlace): AsyncGenerator<string> {
  for await (const file of place.list("chunks/")) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    if (/^[0-9a-f]{64}$/.test(name)) yield name;
    // Left by a killed backup: no other process writes here.
    else await place.remove(file);
  }
}

/** Keeps compression only if it saves an eighth: sound and pictures don't shrink. */
async function pack(chunk: Uint8Array): Promise<Uint8Array> {
  const smaller = await compress(chunk);
  return smaller.length < chunk.length * 0.875
    ? Buffer.concat([Buffer.of(compressed), smaller])
    : Buffer.concat([Buffer.of(asItIs), chunk]);
}

async function readChunk(o: {
  id: string;
  sealed: Uint8Array | null;
  cipher: BackupCipher;
}): Promise<Uint8Array> {
  const { sealed } = o;
  if (sealed === null) throw new BackupError(`the chunk ${o.id} of the backup is missing`);
  const packed = o.cipher.open(o.id, sealed);
  const body = packed.subarray(1);
  const bytes = packed[0] === compressed ? await decompress(body).catch(() => null) : body;
  if (bytes === null || o.cipher.idOf(bytes) !== o.id) throw damaged(`the chunk ${o.id}`);
  return bytes;
}

async function* inChunks(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    let rest = part;
    while (length + rest.length >= chunkBytes) {
      const taken = rest.subarray(0, chunkBytes - length);
      yield Buffer.concat([...pending, taken]);
      rest = rest.subarray(taken.length);
      pending = [];
      length = 0;
    }
    if (rest.length === 0) continue;
    // A copy: the reader may reuse its buffer.
    pending.push(Uint8Array.from(rest));
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(pending);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
