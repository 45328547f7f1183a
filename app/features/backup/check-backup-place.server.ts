import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { S3Error, withDeadline } from "#app/features/storage/s3/s3-client.server.ts";
import { isMissingPath } from "#app/lib/file-errors.ts";
import { BackupError, NoBackupYet } from "./backup-error.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { isBucketAddress, openBackupPlace } from "./backup-place.server.ts";

const answerMs = 10_000;

/** What keeps backups from `BACKUP_TO`, and how to mend it; null if nothing is seen without writing, or none are wanted. */
export async function findBackupObstacle(): Promise<{ text: string; remedy: string } | null> {
  const { BACKUP_TO: to, DATA_DIR } = environment();
  if (to === undefined) return null;
  if (isInDataFolder(to))
    return {
      text: `BACKUP_TO（${to}）は DATA_DIR の中です`,
      remedy: `${DATA_DIR} の外の、できれば別のディスクのフォルダにします。`,
    };
  try {
    await withDeadline(look(to), answerMs);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { text: `BACKUP_TO（${to}）に取れません：${reason}`, remedy: remedyOf(error) };
  }
}

/** A backup there would be lost together with the installation. */
export function isInDataFolder(address: string): boolean {
  const { DATA_DIR } = environment();
  return (
    !isBucketAddress(address) && `${path.resolve(address)}${path.sep}`.startsWith(`${DATA_DIR}${path.sep}`)
  );
}

async function look(to: string): Promise<void> {
  const address = isBucketAddress(to) ? to : path.resolve(to);
  await openBackupFolder({ folder: address, passphrase: environment().BACKUP_PASSPHRASE }).catch(
    async (error: unknown) => {
      if (!(error instanceof NoBackupYet)) throw error;
      for await (const name of openBackupPlace(address).list(""))
        if (name !== "lock") throw new BackupError(`${address} is neither empty nor a backup of Mugen`);
    },
  );
  if (!isBucketAddress(to)) await requireWritable(address);
}

/** A folder that is not there yet is made by the first backup. */
async function requireWritable(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new BackupError(`${folder} is no folder`);
    await access(folder, constants.W_OK);
  } catch (error) {
    if (!isMissingPath(error) || path.dirname(folder) === folder) throw error;
    await requireWritable(path.dirname(folder));
  }
}

function remedyOf(error: unknown): string {
  if (error instanceof S3Error)
    return "バケットと、S3_ENDPOINT、S3_REGION、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY を見ます。";
  if (error instanceof BackupError) return "BACKUP_TO と BACKUP_PASSPHRASE を見ます。";
  return "フォルダの場所と、サーバーを動かすユーザーが書けることを見ます。";
}
