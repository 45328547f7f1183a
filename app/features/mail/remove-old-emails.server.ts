import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { and, isNotNull, lte } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";

/** Retention of emails that were given up, and of files written instead of sending. */
export const emailRetentionDays = 30;

/** Deletes given-up emails and the files of the mail folder after 30 days: they contain personal data. */
export async function removeOldEmails(now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - emailRetentionDays * 24 * 60 * 60 * 1000);
  // No index is needed: sent emails are deleted, so the table is small.
  await write((tx) =>
    tx
      .delete(emails)
      .where(and(isNotNull(emails.error), lte(emails.createdAt, before)))
      .returning({ id: emails.id }),
  );
  const folder = path.join(environment().DATA_DIR, "mail");
  for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
    if (!name.endsWith(".eml")) continue;
    const file = path.join(folder, name);
    const found = await nullIfMissing(stat(file));
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}
