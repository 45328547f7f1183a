import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";

// In the data folder, not in the database: a restore must not bring back what was known of backups then.

/** Its time is that of the last backup; other programs that back up may touch it. */
const backupFile = "last-backup";
const trialFile = "last-trial-restore.json";

const trialSchema = z.object({
  /** Of the snapshot. */
  name: z.string(),
  at: z.iso.datetime(),
  /** What went wrong; null for a restore that was whole. */
  error: z.string().nullable(),
});
type Trial = z.infer<typeof trialSchema>;

const inDataFolder = (name: string) => path.join(environment().DATA_DIR, name);

/** When the last backup ended; null without one. */
export async function lastBackupAt(): Promise<Date | null> {
  return (await nullIfMissing(stat(inDataFolder(backupFile))))?.mtime ?? null;
}

export async function noteBackup(at: Date): Promise<void> {
  await writeFile(inDataFolder(backupFile), "", { flag: "a", mode: 0o600 });
  await utimes(inDataFolder(backupFile), at, at);
}

/** The last backup that was restored in a trial; null without one. */
export async function lastTrial(): Promise<Trial | null> {
  const text = await nullIfMissing(readFile(inDataFolder(trialFile), "utf8"));
  if (text === null) return null;
  try {
    return trialSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function noteTrial(trial: Trial): Promise<void> {
  await writeFile(inDataFolder(trialFile), `${JSON.stringify(trial)}\n`, { mode: 0o600 });
}
