import { rm } from "node:fs/promises";
import path from "node:path";
import type { PgBoss } from "pg-boss";
import { environment } from "#app/config/environment.ts";
import { removeExpiredSessions } from "#app/features/accounts/sessions/session.server.ts";
import { removeExpiredSignInAttempts } from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { removeOldConsents } from "#app/features/consent/server/remove-old-consents.server.ts";
import { orphanedAudio } from "#app/features/creation/tasks/server/orphaned-audio.server.ts";
import { recoverTasks } from "#app/features/creation/tasks/server/recover-tasks.server.ts";
import { removeExpiredTasks } from "#app/features/creation/tasks/server/remove-expired-tasks.server.ts";
import { removeExpiredCountMarks } from "#app/features/listening/server/remove-expired-count-marks.server.ts";
import { deliverEmail } from "#app/features/mail/deliver-email.server.ts";
import { removeOldEmails } from "#app/features/mail/remove-old-emails.server.ts";
import { enqueueDueEmails } from "#app/features/mail/send-email.server.ts";
import { composePushMessage } from "#app/features/notifications/server/compose-push-message.server.ts";
import { removeOldNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { orphanedPictures } from "#app/features/pictures/server/orphaned-pictures.server.ts";
import { deliverPush } from "#app/features/push/server/deliver-push.server.ts";
import { enqueueDuePushes } from "#app/features/push/server/enqueue-due-pushes.server.ts";
import { checkFilesOwner } from "#app/features/storage/server/files-owner.server.ts";
import { quarantineOrphans } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removePendingFiles } from "#app/features/storage/server/remove-files.server.ts";
import { removeTemporaryFiles } from "#app/features/storage/server/write-durably.server.ts";
import { logger } from "#app/logger.server.ts";
import { producePreview } from "./produce-preview.ts";
import { workQueue } from "./queue.ts";
import { workTaskQueue } from "./task-run.ts";
import { writeScript } from "./write-script.ts";

const logFailure = (error: unknown) => logger.error({ err: error }, "maintenance failed");

/** Runs the steps one after another; a failing one is logged and does not stop the rest. */
async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) await step().catch(logFailure);
}

const recoveryIntervalMs = 60_000;

/**
 * Runs all jobs and schedules in this process until the queue is closed. `alone`: no other process works on this
 * installation, so the leftovers of a crash can be removed at once. `stop` ends the periodic recovery.
 */
export async function runWorkers(
  boss: PgBoss,
  options: { concurrency: number; alone: boolean },
): Promise<{ stop(): void }> {
  const files = path.join(environment().DATA_DIR, "files");
  if (options.alone) {
    await rm(path.join(environment().DATA_DIR, "tmp"), { recursive: true, force: true });
    // Not awaited: listing a large library takes a while.
    void removeTemporaryFiles({ root: files, olderThan: new Date() }).catch(logFailure);
  }
  await checkFilesOwner().catch(logFailure);
  await workTaskQueue(boss, "write-script", {
    concurrency: 2,
    handler: writeScript,
    failureMessage: "台本の生成に失敗しました",
  });
  await workTaskQueue(boss, "produce-preview", {
    concurrency: options.concurrency,
    handler: producePreview,
    failureMessage: "音声の生成に失敗しました。しばらくしてから再度お試しください。",
  });
  // What the mail server or a push service refuses is sent again from its row, not by retrying the job.
  await workQueue(boss, "send-email", {
    concurrency: 2,
    batch: 1,
    pollSeconds: 2,
    handler: ({ payload, signal }) => deliverEmail({ ...payload, signal }),
  });
  await workQueue(boss, "send-push", {
    concurrency: 2,
    batch: 16,
    handler: ({ payload: { subscriptionId, bundle: groupKey }, signal }) =>
      deliverPush({ subscriptionId, groupKey, compose: composePushMessage, signal }),
  });
  await boss.work("remove-expired", { pollingIntervalSeconds: 2 }, () =>
    runEach([
      removeExpiredTasks,
      removeExpiredSessions,
      removeExpiredSignInAttempts,
      removeOldConsents,
      removeExpiredCountMarks,
      removeOldNotifications,
      removeOldEmails,
    ]),
  );
  await boss.schedule("remove-expired", "*/5 * * * *", {}, { tz: "Asia/Tokyo" });
  await boss.work("remove-orphaned-files", { pollingIntervalSeconds: 60 }, () =>
    runEach([() => quarantineOrphans([orphanedAudio, orphanedPictures])]),
  );
  await boss.schedule("remove-orphaned-files", "30 4 * * *", {}, { tz: "Asia/Tokyo" });
  const recover = () => runEach([recoverTasks, enqueueDueEmails, enqueueDuePushes, removePendingFiles]);
  await recover();
  const timer = setInterval(recover, recoveryIntervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
