import { rm } from "node:fs/promises";
import path from "node:path";
import type { PgBoss } from "pg-boss";
import { environment } from "#app/config/environment.ts";
import { removeOrphanedPictures } from "#app/features/accounts/server/remove-orphaned-pictures.server.ts";
import { removeExpiredSessions } from "#app/features/accounts/server/session.server.ts";
import { removeExpiredSignInAttempts } from "#app/features/accounts/server/sign-in-attempts.server.ts";
import { removeOldConsents } from "#app/features/consent/server/remove-old-consents.server.ts";
import { recoverTasks } from "#app/features/creation/server/recover-tasks.server.ts";
import { removeExpired } from "#app/features/creation/server/remove-expired.server.ts";
import { removeOrphanedFiles } from "#app/features/creation/server/remove-orphaned-files.server.ts";
import { removeOldMarks } from "#app/features/listening/server/remove-old-marks.server.ts";
import { enqueueDueEmails } from "#app/features/mail/server/enqueue-due-emails.server.ts";
import { removeOldLetters } from "#app/features/mail/server/remove-old-letters.server.ts";
import { removeOldNotifications } from "#app/features/notifications/server/remove-old-notifications.server.ts";
import { recoverPushes } from "#app/features/push/server/recover-pushes.server.ts";
import { removeTemporaryFiles } from "#app/features/storage/server/remove-temporary-files.server.ts";
import { logger } from "#app/logger.server.ts";
import { producePreview } from "./produce-preview.ts";
import { workOn, workOnTasks } from "./run-job.ts";
import { sendEmail } from "./send-email.ts";
import { sendPush } from "./send-push.ts";
import { writeScript } from "./write-script.ts";

const report = (error: unknown) => logger.error({ err: error }, "upkeep failed");

/** One after another; what fails is logged, and holds up none of those behind it. */
async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) await step().catch(report);
}

/** Half-written files and files of work that came to nothing, left by a process that was killed before `started`. */
async function removeLeftFiles(started: Date): Promise<void> {
  await removeTemporaryFiles({ root: path.join(environment().DATA_DIR, "files"), olderThan: started });
  await removeOrphanedFiles();
  await removeOrphanedPictures();
}

const recoverEveryMs = 60_000;

/**
 * Takes jobs in this process until the queue is closed. `alone`: no other process works on this installation, so
 * left-overs of a crash can be cleared at once. Returns the way to stop the recovery.
 */
export async function runWorkers(
  boss: PgBoss,
  options: { concurrency: number; alone: boolean },
): Promise<{ stop(): void }> {
  if (options.alone) {
    await rm(path.join(environment().DATA_DIR, "tmp"), { recursive: true, force: true });
    // A large library takes a while to walk through; the work need not wait for it.
    void removeLeftFiles(new Date()).catch(report);
  }
  await workOnTasks(boss, "write-script", {
    concurrency: 2,
    handler: writeScript,
    apology: "台本の生成に失敗しました",
  });
  await workOnTasks(boss, "produce-preview", {
    concurrency: options.concurrency,
    handler: producePreview,
    apology: "音声の生成に失敗しました。しばらくしてから再度お試しください。",
  });
  await workOn(boss, "send-email", { concurrency: 2, batch: 1, everyS: 2, handler: sendEmail });
  await workOn(boss, "send-push", { concurrency: 2, batch: 16, handler: sendPush });
  await boss.work("remove-expired", { pollingIntervalSeconds: 2 }, () =>
    runEach([
      removeExpired,
      removeExpiredSessions,
      removeExpiredSignInAttempts,
      removeOldConsents,
      removeOldMarks,
      removeOldNotifications,
      removeOldLetters,
    ]),
  );
  await boss.schedule("remove-expired", "*/5 * * * *", {}, { tz: "Asia/Tokyo" });
  await boss.work("remove-orphaned-files", { pollingIntervalSeconds: 60 }, () =>
    runEach([removeOrphanedFiles, removeOrphanedPictures]),
  );
  await boss.schedule("remove-orphaned-files", "30 4 * * *", {}, { tz: "Asia/Tokyo" });
  const recover = () => runEach([recoverTasks, enqueueDueEmails, recoverPushes]);
  await recover();
  const timer = setInterval(recover, recoverEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
