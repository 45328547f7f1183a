import { BackupError } from "#app/features/backup/backup-error.ts";
import { MoveError } from "#app/features/storage/move/refuse-left-storage.server.ts";
import { S3Error } from "#app/features/storage/s3/s3-client.server.ts";
import { CommandError } from "./command.ts";

/** Turns errors of backups and storages into `CommandError`, so that the operator reads what to do. */
export function asCommandError(error: unknown): never {
  if (error instanceof S3Error) throw new CommandError(`${error.message}: ${adviceFor(error)}`);
  throw error instanceof BackupError || error instanceof MoveError ? new CommandError(error.message) : error;
}

function adviceFor({ message, status }: S3Error): string {
  if (status === null) return "S3_ENDPOINT names no S3 server that answers";
  if (message.endsWith("NoSuchBucket")) return "make the bucket first, or name another";
  if (status < 500)
    return "look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and what the key may do (read, write, list, delete)";
  return "look at the log of the S3 server";
}
