import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { lastBackupAt, lastTrial } from "#app/features/backup/backup-notes.server.ts";
import { findBackupObstacle } from "#app/features/backup/check-backup-place.server.ts";
import { leftFor } from "#app/features/storage/move/refuse-left-storage.server.ts";
import { checkBucket } from "#app/features/storage/s3/check-bucket.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { installationId } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Found, good } from "./finding.ts";

/** Whether the files can be used, and are those of this database. */
export async function checkFiles(): Promise<Found> {
  const isRemote = environment().STORAGE === "s3";
  const wrong = isRemote ? await checkBucket() : null;
  if (wrong) return wrong;
  const owner = await audioStorage().owner();
  const left = leftFor(owner);
  if (left !== null)
    return {
      state: "bad",
      text: "ファイルは、ここからほかへ移してあります",
      remedy: `STORAGE=${left} を設定します。戻すなら、その設定で npm run storage -- switch --to ${environment().STORAGE}`,
    };
  const { S3_ENDPOINT, S3_BUCKET, DATA_DIR } = environment();
  const place = isRemote ? `${S3_ENDPOINT}/${S3_BUCKET}` : path.join(DATA_DIR, "files");
  if (owner === null || owner === (await installationId()))
    return good(`${isRemote ? `${place} に読み書きできます。` : ""}データベースと同じ設置のものです`);
  return {
    state: "bad",
    text: `${place} は、別のデータベースのものです`,
    remedy: `正しいデータベースに戻すか、このデータベースのものにするなら ${place}/.installation を消します。`,
  };
}

/** Whether one can be taken, was, and came back in a trial. */
export async function checkBackup(): Promise<Found> {
  const obstacle = await findBackupObstacle();
  if (obstacle) return { state: "bad", ...obstacle };
  const now = new Date();
  const [at, trial] = [await lastBackupAt(now), await lastTrial(now)];
  const remedy =
    environment().BACKUP_TO === undefined
      ? "BACKUP_TO=フォルダ を設定するか、npm run backup -- --to フォルダ を毎日動かします。"
      : "サーバーが動いていれば、夜に取られます。今取るなら npm run backup。失敗の理由は npm run backup と、サーバーの記録が言います。";
  // Other hosts of a Postgres have notes of their own.
  const none = environment().DATABASE_URL ? "このホストには、まだ記録がありません" : "まだありません";
  if (at === null) return { state: "warning", text: none, remedy };
  const text = `最後は${formatTimeAgo(at, now)}${trial ? `、復元を確かめたのは${formatTimeAgo(new Date(trial.at), now)}` : ""}`;
  if (trial?.error)
    return { state: "bad", text: `戻せませんでした：${trial.error}`, remedy: "別のフォルダに取り直します。" };
  return now.getTime() - at.getTime() > 2 * dayMs ? { state: "warning", text, remedy } : good(text);
}
