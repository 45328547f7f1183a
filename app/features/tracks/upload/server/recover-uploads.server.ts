import { rm } from "node:fs/promises";
import path from "node:path";
import { and, asc, eq, inArray, lt, not } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { primary, write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { uploadMessages } from "../upload.ts";
import { enqueueConversion } from "./begin-upload.server.ts";
import { failUpload } from "./end-upload.server.ts";
import { openUpload, sourcePrefix } from "./locks.server.ts";

/** Uploads of one run; the rest waits for the next. */
const batchLimit = 200;
/** A row whose file still comes is written more often. */
const interruptedMs = 2 * 60_000;
/** Days for which ended uploads are listed. */
const listedDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Folder in which the conversion of an upload writes; a killed process leaves it. */
export const workFolder = (uploadId: string): string =>
  path.join(environment().DATA_DIR, "tmp", `upload-${uploadId}`);

/**
 * Enqueues a job for every upload that waits for its conversion, and ends those whose file no longer comes; with `isStarting`,
 * before anybody could send one, that is all of them.
 */
export async function recoverUploads({
  now = new Date(),
  isStarting = false,
}: {
  now?: Date;
  isStarting?: boolean;
} = {}): Promise<void> {
  const open = await primary
    .select({ id: trackUploads.id, state: trackUploads.state, updatedAt: trackUploads.updatedAt })
    .from(trackUploads)
    .where(openUpload)
    .orderBy(asc(trackUploads.updatedAt))
    .limit(batchLimit);
  for (const { id, state, updatedAt } of open) {
    if (state !== "receiving") await write((tx) => enqueueConversion(tx, id));
    else if (isStarting || now.getTime() - updatedAt.getTime() > interruptedMs)
      await failUpload({ taskId: id, error: uploadMessages.interrupted });
  }
}

/** Removes the rows of uploads that ended a week ago, with what a crash may have left of them. */
export async function removeOldUploads(now: Date = new Date()): Promise<void> {
  const old = await primary
    .select({ id: trackUploads.id })
    .from(trackUploads)
    .where(and(lt(trackUploads.createdAt, new Date(now.getTime() - listedDays * dayMs)), not(openUpload)))
    .limit(batchLimit);
  for (const { id } of old) {
    await rm(workFolder(id), { recursive: true, force: true });
    await write((tx) =>
      tx.delete(trackUploads).where(eq(trackUploads.id, id)).returning({ id: trackUploads.id }),
    );
  }
}

/** Sent files whose upload has ended: leftovers of a crash. */
export const orphanedUploads: OrphanFinder = {
  prefix: sourcePrefix,
  async findOrphans(keys) {
    const ids = [...new Set(keys.map(uploadOf))];
    const open = await primary
      .select({ id: trackUploads.id })
      .from(trackUploads)
      .where(and(inArray(trackUploads.id, ids), openUpload));
    const inUse = new Set(open.map(({ id }) => id));
    return keys.filter((key) => !inUse.has(uploadOf(key)));
  },
};

const uploadOf = (key: string) => key.split("/")[1] ?? "";
