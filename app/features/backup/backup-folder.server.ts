import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { z } from "zod";
import { writeDurably } from "#app/features/storage/server/write-durably.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { DataFolderInUse, lockDataFolder } from "#db/lock-data-folder.ts";
import { type BackupCipher, cipherSchema, damaged, openCipher } from "./backup-cipher.ts";
import { BackupError } from "./backup-error.ts";
import { type Content, type Snapshot, snapshotName, snapshotSchema } from "./snapshot.ts";

/*
 * A backup folder:
 *   mugen-backup.json        that it is one, and the salt of its passphrase
 *   chunks/ab/abcd…          pieces of files of at most 1 MiB, named by what is in them: what did not change is there once
 *   snapshots/MOMENT         lists of chunks, compressed JSON; written last, so that a killed backup leaves none
 *   lock                     held by the one who writes
 */

const chunkBytes = 1024 * 1024;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const markerFile = "mugen-backup.json";
const markerSchema = z.object({ format: z.literal(1), cipher: cipherSchema.nullable() });

/** The first byte of a stored chunk. */
const [asItIs, compressed] = [0, 1];

/** A folder of snapshots; see `openBackupFolder`. */
export interface BackupFolder {
  /** Stores what is not there yet. */
  put(parts: AsyncIterable<Uint8Array>): Promise<Content>;
  /** Whether all chunks of a file are there. */
  has(content: Content): boolean;
  /** The bytes of a file; throws `BackupError` for a chunk that is missing or not what it was. */
  read(content: Content): AsyncGenerator<Uint8Array>;
  /** Names of all snapshots, the oldest first. */
  snapshots(): Promise<string[]>;
  readSnapshot(name: string): Promise<Snapshot>;
  /** Returns its name. */
  writeSnapshot(snapshot: Snapshot): Promise<string>;
  /** Removes all other snapshots, and the chunks that no snapshot needs. Returns how many chunks were removed. */
  keepOnly(names: ReadonlySet<string>): Promise<number>;
  release(): void;
}

/**
 * Opens a backup folder. For `writing` it is made when it is missing or empty, and nobody else may write to it until `release`. Throws
 * `BackupError` for a folder of something else, in use, or of another passphrase.
 */
export async function openBackupFolder(o: {
  folder: string;
  passphrase: string | undefined;
  writing?: boolean;
}): Promise<BackupFolder> {
  const { folder } = o;
  const lock = o.writing ? await lockForWriting(folder) : null;
  try {
    return await open({ ...o, release: () => lock?.release() });
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function lockForWriting(folder: string) {
  const entries = (await nullIfMissing(readdir(folder))) ?? [];
  if (entries.length > 0 && !entries.includes(markerFile) && !entries.includes("lock"))
    throw new BackupError(`${folder} is neither empty nor a backup of Mugen`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new BackupError(`another backup is writing to ${folder}`);
    throw error;
  }
}

async function open(o: {
  folder: string;
  passphrase: string | undefined;
  writing?: boolean;
  release(): void;
}): Promise<BackupFolder> {
  const { folder } = o;
  const inFolder = (...names: string[]) => path.join(folder, ...names);
  const write = (file: string, bytes: Uint8Array) => writeDurably({ root: folder, path: file, bytes });
  const found = await nullIfMissing(readFile(inFolder(markerFile), "utf8"));
  const marker = found === null ? null : markerSchema.safeParse(parseJson(found)).data;
  if (marker === undefined) throw new BackupError(`${folder} was written by another version of Mugen`);
  if (marker === null && !o.writing) throw new BackupError(`there is no backup of Mugen in ${folder}`);
  const cipher = await openCipher(o.passphrase, marker?.cipher);
  if (marker === null)
    await write(
      inFolder(markerFile),
      Buffer.from(`${JSON.stringify({ format: 1, cipher: cipher.facts })}\n`),
    );
  const chunkFile = (id: string) => inFolder("chunks", id.slice(0, 2), id);
  const stored = new Set<string>();
  if (o.writing) for await (const id of chunkIds(folder)) stored.add(id);

  const readSnapshot = async (name: string): Promise<Snapshot> => {
    const sealed = await nullIfMissing(readFile(inFolder("snapshots", name)));
    if (sealed === null) throw new BackupError(`there is no snapshot ${name} in ${folder}`);
    const bytes = await decompress(cipher.open(name, sealed)).catch(() => {
      throw damaged(name);
    });
    const { data } = snapshotSchema.safeParse(parseJson(bytes.toString()));
    if (!data) throw damaged(name);
    return data;
  };
  const snapshots = async () =>
    ((await nullIfMissing(readdir(inFolder("snapshots")))) ?? [])
      .filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name))
      .sort();

  return {
    snapshots,
    readSnapshot,
    release: o.release,

    async put(parts) {
      const chunks: string[] = [];
      let bytes = 0;
      for await (const chunk of inChunks(parts)) {
        bytes += chunk.length;
        const id = cipher.idOf(chunk);
        chunks.push(id);
        if (stored.has(id)) continue;
        await write(chunkFile(id), cipher.seal(id, await pack(chunk)));
        stored.add(id);
      }
      return { bytes, chunks };
    },

    has: ({ chunks }) => chunks.every((id) => stored.has(id)),

    async *read({ chunks }) {
      for (const id of chunks) yield await readChunk({ id, file: chunkFile(id), cipher });
    },

    async writeSnapshot(snapshot) {
      const name = snapshotName(new Date(snapshot.createdAt));
      const bytes = await compress(Buffer.from(JSON.stringify(snapshot)));
      await write(inFolder("snapshots", name), cipher.seal(name, bytes));
      return name;
    },

    async keepOnly(names) {
      const needed = new Set<string>();
      for (const name of await snapshots()) {
        if (!names.has(name)) {
          await rm(inFolder("snapshots", name), { force: true });
          continue;
        }
        const { database, files } = await readSnapshot(name);
        for (const { chunks } of [...database.parts, ...(files ?? [])])
          for (const id of chunks) needed.add(id);
      }
      let removed = 0;
      for await (const id of chunkIds(folder)) {
        if (needed.has(id)) continue;
        await rm(chunkFile(id), { force: true });
        stored.delete(id);
        removed += 1;
      }
      return removed;
    },
  };
}

async function* chunkIds(folder: string): AsyncGenerator<string> {
  for (const group of (await nullIfMissing(readdir(path.join(folder, "chunks")))) ?? []) {
    for (const name of await readdir(path.join(folder, "chunks", group)))
      if (/^[0-9a-f]{64}$/.test(name)) yield name;
      // What a killed backup was writing; nobody else is.
      else await rm(path.join(folder, "chunks", group, name), { force: true });
  }
}

/** Compressed where that makes it an eighth smaller: sound and pictures are not. */
async function pack(chunk: Uint8Array): Promise<Uint8Array> {
  const smaller = await compress(chunk);
  return smaller.length < chunk.length * 0.875
    ? Buffer.concat([Buffer.of(compressed), smaller])
    : Buffer.concat([Buffer.of(asItIs), chunk]);
}

async function readChunk(o: { id: string; file: string; cipher: BackupCipher }): Promise<Uint8Array> {
  const sealed = await nullIfMissing(readFile(o.file));
  if (sealed === null) throw new BackupError(`the chunk ${o.id} of the backup is missing`);
  const packed = o.cipher.open(o.id, sealed);
  const body = packed.subarray(1);
  const bytes = packed[0] === compressed ? await decompress(body).catch(() => null) : body;
  if (bytes === null || o.cipher.idOf(bytes) !== o.id) throw damaged(`the chunk ${o.id}`);
  return bytes;
}

/** The same bytes in pieces of 1 MiB, the last one shorter. */
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
    // The reader may use its buffer again.
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
