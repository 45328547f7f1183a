import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { and, eq, lt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import type { TaskKind } from "#app/features/tasks/task-kind.server.ts";
import { endTask, findOpenTasks } from "#app/features/tasks/task-life.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { primary } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { uploadMessages } from "../upload.ts";

/** A row whose file still comes, or is being stored, is written more often. */
const interruptedMs = 2 * 60_000;
export const listedDays = 7;

/** The console's audio files that become tracks of the official account. */
export const uploads: TaskKind<typeof trackUploads> = {
  name: "upload",
  queue: "convert-upload",
  table: trackUploads,
  open: sql`${trackUploads.state} in ('receiving', 'queued', 'processing')`,
  carried: sql`${trackUploads.state} <> 'receiving'`,
  priority: jobPriorities.member,
  maxAttempts: 3,
  crashMessage: uploadMessages.crashed,
  failureMessage: "音声の変換に失敗しました。しばらくしてから、もう一度お試しください。",
  begin: () => ({ stage: "measuring" }),
  async end(tx, { id }) {
    await removeFiles(tx, [sourceKey(id)]);
    return undefined;
  },
  retention: {
    isOver: (now) => lt(trackUploads.createdAt, new Date(now.getTime() - listedDays * dayMs)),
    async clear(uploadId) {
      await rm(workFolder(uploadId), { recursive: true, force: true });
      return true;
    },
  },
};

/** Ends uploads whose file no longer comes; `isStarting`: all of them, because nobody could send one yet. */
export async function endInterruptedUploads({
  now = new Date(),
  isStarting = false,
}: {
  now?: Date;
  isStarting?: boolean;
} = {}): Promise<void> {
  const before = new Date(now.getTime() - interruptedMs);
  const interrupted = await primary
    .select({ id: trackUploads.id })
    .from(trackUploads)
    .where(
      and(
        uploads.open,
        eq(trackUploads.state, "receiving"),
        isStarting ? undefined : lt(trackUploads.updatedAt, before),
      ),
    );
  for (const { id } of interrupted)
    await endTask(uploads, id, { as: "failed", error: uploadMessages.interrupted });
}

const sourcePrefix = "uploads/";

/** The file as it was sent. */
export const sourceKey = (uploadId: string): string => `${sourcePrefix}${uploadId}`;

/** The sent file on this disk; a copy in `folder` if the storage is elsewhere. Throws `StoredFileMissing`. */
export async function sourcePath(uploadId: string, folder: string): Promise<string> {
  const storage = audioStorage();
  const key = sourceKey(uploadId);
  if (storage.localPath) return storage.localPath(key);
  const stream = await storage.readStream(key);
  if (stream === null) throw new StoredFileMissing(key);
  const copy = path.join(folder, "source");
  await writeFile(copy, stream, { mode: 0o600 });
  return copy;
}

/** Where a conversion writes; a killed process leaves it. */
export const workFolder = (uploadId: string): string =>
  path.join(environment().DATA_DIR, "tmp", `upload-${uploadId}`);

/** Files of ended uploads: leftovers of a crash. */
export const orphanedUploads: OrphanFinder = {
  prefix: sourcePrefix,
  async findOrphans(keys) {
    const inUse = new Set(await findOpenTasks(uploads, [...new Set(keys.map(uploadOf))]));
    return keys.filter((key) => !inUse.has(uploadOf(key)));
  },
};

const uploadOf = (key: string) => key.split("/")[1] ?? "";
