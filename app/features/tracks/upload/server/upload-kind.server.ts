import { rm } from "node:fs/promises";
import path from "node:path";
import { and, eq, lt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { findOpenTasks } from "#app/features/tasks/keep-tasks.server.ts";
import type { TaskKind } from "#app/features/tasks/task-kind.server.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { primary } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { uploadMessages } from "../upload.ts";

/** A row whose file still comes is written more often. */
const interruptedMs = 2 * 60_000;
/** Days for which ended uploads are listed. */
const listedDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Audio files of the console that become tracks of the official account. */
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

/** Ends the uploads whose file no longer comes; with `isStarting`, before anybody could send one, that is all of them. */
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

/** Key of the file as it was sent. */
export const sourceKey = (uploadId: string): string => `${sourcePrefix}${uploadId}`;

/** Path of that file on this machine's disk, for the process that decodes it. */
export function sourcePath(uploadId: string): string {
  const source = audioStorage().localPath?.(sourceKey(uploadId));
  if (source === undefined) throw new Error("uploads need a storage in the local file system");
  return source;
}

/** Folder in which the conversion of an upload writes; a killed process leaves it. */
export const workFolder = (uploadId: string): string =>
  path.join(environment().DATA_DIR, "tmp", `upload-${uploadId}`);

/** Sent files whose upload has ended: leftovers of a crash. */
export const orphanedUploads: OrphanFinder = {
  prefix: sourcePrefix,
  async findOrphans(keys) {
    const inUse = new Set(await findOpenTasks(uploads, [...new Set(keys.map(uploadOf))]));
    return keys.filter((key) => !inUse.has(uploadOf(key)));
  },
};

const uploadOf = (key: string) => key.split("/")[1] ?? "";
