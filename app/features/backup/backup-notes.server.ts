import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { hourMs } from "#app/lib/time-units.ts";

// Not in the database: a restore must not bring back old notes about backups.

/** Its modification time is that of the last backup; other backup programs may touch it. */
const backupFile = "last-backup";
const trialFile = "last-trial-restore.json";

const trialSchema = z.object({
  name: z.string(),
  at: z.iso.datetime(),
  error: z.string().nullable(),
});
type Trial = z.infer<typeof trialSchema>;

const inDataFolder = (name: string) => path.join(environment().DATA_DIR, name);

/**
 * Of a clock that was wrong when it was noted. Believed, it would keep backups, trials and the warnings of both away until that time
 * comes.
 */
const isAhead = (at: Date, now: Date) => at.getTime() - now.getTime() > hourMs;

export async function lastBackupAt(now: Date = new Date()): Promise<Date | null> {
  const found = await nullIfMissing(stat(inDataFolder(backupFile)));
  return found && !isAhead(found.mtime, now) ? found.mtime : null;
}

export async function recordBackup(at: Date): Promise<void> {
  await writeFile(inDataFolder(backupFile), "", { flag: "a", mode: 0o600 });
  await utimes(inDataFolder(backupFile), at, at);
}

export async function lastTrial(now: Date = new Date()): Promise<Trial | null> {
  const text = await nullIfMissing(readFile(inDataFolder(trialFile), "utf8"));
  if (text === null) return null;
  try {
    const trial = trialSchema.parse(JSON.parse(text));
    return isAhead(new Date(trial.at), now) ? null : trial;
  } catch {
    return null;
  }
}

export async function recordTrial(trial: Trial): Promise<void> {
  await writeFile(inDataFolder(trialFile), `${JSON.stringify(trial)}\n`, { mode: 0o600 });
}
