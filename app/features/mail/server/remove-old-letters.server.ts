import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { and, isNotNull, lte } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { unlessMissing } from "#app/features/storage/server/missing-path.server.ts";
import { write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";

/** How long letters are kept that nobody has taken, and those that were put into the folder instead of being sent. */
export const letterDays = 30;

/** Removes letters that were given up, and the folder's, after 30 days: messages and addresses are people's. */
export async function removeOldLetters(now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - letterDays * 24 * 60 * 60 * 1000);
  // No index: what was sent is gone, so that the table is short.
  await write((tx) =>
    tx
      .delete(emails)
      .where(and(isNotNull(emails.error), lte(emails.createdAt, before)))
      .returning({ id: emails.id }),
  );
  const folder = path.join(environment().DATA_DIR, "mail");
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if (!name.endsWith(".eml")) continue;
    const file = path.join(folder, name);
    const found = await unlessMissing(stat(file));
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}
