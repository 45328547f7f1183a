import { rm } from "node:fs/promises";
import path from "node:path";
import type { PgBoss } from "pg-boss";
import { environment } from "#app/config/environment.ts";
import { removeExpiredSessions } from "#app/features/accounts/sessions/session.server.ts";
import { removeExpiredSignInAttempts } from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { composeAlertPush } from "#app/features/admin/alerts/compose-alert-push.server.ts";
import { sendAlerts } from "#app/features/admin/alerts/send-alerts.server.ts";
import { removeExpiredPasskeyChallenges } from "#app/features/admin/passkeys/passkey-challenges.server.ts";
import { removeOldReviews } from "#app/features/admin/review/decide-review.server.ts";
import { removeExpiredAdminSessions } from "#app/features/admin/session/admin-session.server.ts";
import { deliverWebhook, enqueueDueWebhooks } from "#app/features/admin/webhooks/deliver-webhook.server.ts";
import { removeOldAuditLog } from "#app/features/audit/record-audit.server.ts";
import { takeNightlyBackup } from "#app/features/backup/nightly-backup.server.ts";
import { removeOldConsents } from "#app/features/consent/server/record-consent.server.ts";
import { publishPlanned } from "#app/features/creation/drafts/server/publish-planned.server.ts";
import { orphanedAudio } from "#app/features/creation/server/orphaned-audio.server.ts";
import { removeOldSpeech } from "#app/features/creation/server/speech-cache.server.ts";
import { type FrequentCleanUp, runCleanUps } from "#app/features/data-map/clean-ups.server.ts";
import { recordNewestVersion } from "#app/features/health/newer-version.server.ts";
import { sendWeeklyEmails } from "#app/features/insights/server/weekly-email.server.ts";
import { removeExpiredPlayReceipts } from "#app/features/listening/server/remove-expired-play-receipts.server.ts";
import { deliverEmail } from "#app/features/mail/deliver-email.server.ts";
import { removeOldEmails } from "#app/features/mail/failed-emails.server.ts";
import { enqueueDueEmails } from "#app/features/mail/send-email.server.ts";
import { sendDigests } from "#app/features/notifications/digest/digest-email.server.ts";
import { composePushMessage } from "#app/features/notifications/server/compose-push-message.server.ts";
import { removeOldNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { eraseOldObjections } from "#app/features/objections/erase-objections.server.ts";
import { orphanedEvidence } from "#app/features/objections/evidence.server.ts";
import { orphanedPictures } from "#app/features/pictures/server/picture-files.server.ts";
import { removeOldPaymentRecords } from "#app/features/premium/subscription/receipts/receipts.server.ts";
import { removeOldStripeEvents } from "#app/features/premium/subscription/server/handle-stripe-event.server.ts";
import { subscriptionUpkeep } from "#app/features/premium/subscription/server/reconcile-subscriptions.server.ts";
import { removeOldUsage } from "#app/features/providers/server/provider-usage.server.ts";
import { deliverPush } from "#app/features/push/server/deliver-push.server.ts";
import { enqueueDuePushes } from "#app/features/push/server/enqueue-push.server.ts";
import { addNameReadings } from "#app/features/search/server/add-name-readings.server.ts";
import { advanceSeries } from "#app/features/series/server/advance-series.server.ts";
import { completeSignInMoves } from "#app/features/sign-in-moves/complete-sign-in-moves.server.ts";
import { removeExpiredSources } from "#app/features/sources/server/sources.server.ts";
import { backfillStatistics } from "#app/features/statistics/backfill-statistics.server.ts";
import { recordLevels } from "#app/features/statistics/record-levels.server.ts";
import {
  checkFilesOwner,
  quarantineOrphans,
} from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removePendingFiles } from "#app/features/storage/server/remove-files.server.ts";
import { removeTemporaryFiles } from "#app/features/storage/server/write-durably.server.ts";
import { recoverTasks } from "#app/features/tasks/enqueue-task.server.ts";
import { makeNotices, orphanedNotices } from "#app/features/tracks/notice/make-notices.server.ts";
import { addSearchReadings } from "#app/features/tracks/server/add-search-readings.server.ts";
import { finishReindexing } from "#app/features/tracks/server/reindex-tracks.server.ts";
import { hashOlderFiles } from "#app/features/tracks/server/track-sounds.server.ts";
import {
  endInterruptedUploads,
  orphanedUploads,
} from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { openQueue, workQueue } from "#app/queue/queue.ts";
import { inTurn, logFailure } from "./in-turn.ts";
import { taskHandlers } from "./task-handlers.ts";
import { workTaskQueue } from "./work-tasks.ts";

const recoverLostJobs = inTurn([
  ...taskHandlers.map(
    ({ kind }) =>
      () =>
        recoverTasks(kind),
  ),
  () => endInterruptedUploads(),
  // In this order: a series goes on after its episode is published.
  () => publishPlanned(),
  () => advanceSeries(),
  () => completeSignInMoves(),
  () => sendAlerts(),
  enqueueDueEmails,
  enqueueDuePushes,
  enqueueDueWebhooks,
  removePendingFiles,
  () => finishReindexing(),
  () => addSearchReadings(),
  () => addNameReadings(),
  () => hashOlderFiles(),
  ...subscriptionUpkeep,
]);
async function removeUnfinishedFiles(ageMs: number): Promise<void> {
  const olderThan = new Date(Date.now() - ageMs);
  for (const folder of ["files", "tmp"])
    await removeTemporaryFiles({ root: path.join(environment().DATA_DIR, folder), olderThan });
}
async function removeOldTasks(): Promise<number> {
  let total = 0;
  for (const { removeOld } of taskHandlers) total += (await removeOld?.()) ?? 0;
  return total;
}
const removals: Record<FrequentCleanUp, () => Promise<number>> = {
  tasks: removeOldTasks,
  sessions: removeExpiredSessions,
  adminSessions: () => removeExpiredAdminSessions(),
  signInAttempts: () => removeExpiredSignInAttempts(),
  passkeyChallenges: () => removeExpiredPasskeyChallenges(),
  consents: () => removeOldConsents(),
  playReceipts: () => removeExpiredPlayReceipts(),
  sources: () => removeExpiredSources(),
  notifications: () => removeOldNotifications(),
  emails: () => removeOldEmails(),
  objections: () => eraseOldObjections(),
  auditLog: () => removeOldAuditLog(),
  usage: () => removeOldUsage(),
  stripeEvents: () => removeOldStripeEvents(),
  papers: () => removeOldPaymentRecords(),
  reviews: () => removeOldReviews(),
};
const removeExpired = inTurn([
  () => runCleanUps(removals),
  recordLevels,
  backfillStatistics,
  () => sendWeeklyEmails(),
  () => sendDigests(),
  () => recordNewestVersion(),
]);
/** Other processes finish a file within seconds, or never. */
const unfinishedFileMs = hourMs;
const removeOrphanedFiles = inTurn([
  () => runCleanUps({ speech: () => removeOldSpeech() }),
  () =>
    quarantineOrphans([orphanedAudio, orphanedUploads, orphanedPictures, orphanedEvidence, orphanedNotices]),
  () => removeUnfinishedFiles(unfinishedFileMs),
]);

const nightlyBackup = inTurn([() => takeNightlyBackup()]);

const composePush = { member: composePushMessage, operator: composeAlertPush };

const recoveryIntervalMs = minuteMs;

async function workMembersJobs(boss: PgBoss): Promise<void> {
  const handlers = taskHandlers;
  await workTaskQueue(boss, "write-script", { concurrency: 2, handlers });
  await workTaskQueue(boss, "produce-preview", { concurrency: environment().JOB_CONCURRENCY, handlers });
  await workTaskQueue(boss, "convert-upload", { concurrency: 1, handlers });
  await workTaskQueue(boss, "continue-bulk-run", { concurrency: 1, pollSeconds: 1, handlers });
  // What a mail, push or other server refuses is sent again from its row, without a retry of the job.
  await workQueue(boss, "send-email", {
    concurrency: 2,
    batch: 1,
    pollSeconds: 2,
    handler: ({ payload, signal }) => deliverEmail({ ...payload, signal }),
  });
  await workQueue(boss, "send-webhook", {
    concurrency: 2,
    batch: 1,
    pollSeconds: 2,
    handler: ({ payload, signal }) => deliverWebhook({ ...payload, signal }),
  });
  await workQueue(boss, "send-push", {
    concurrency: 2,
    batch: 16,
    handler: ({ payload: { subscriptionId, bundle: groupKey }, signal }) =>
      deliverPush({ subscriptionId, groupKey, compose: composePush, signal }),
  });
}

/** One of several workers does each clean-up. */
async function workCleanUps(boss: PgBoss): Promise<void> {
  await boss.work("remove-expired", { pollingIntervalSeconds: 2 }, removeExpired);
  await boss.schedule("remove-expired", "*/5 * * * *", {}, { tz: "Asia/Tokyo" });
  await boss.work("remove-orphaned-files", { pollingIntervalSeconds: 60 }, removeOrphanedFiles);
  await boss.schedule("remove-orphaned-files", "30 4 * * *", {}, { tz: "Asia/Tokyo" });
  await boss.work("take-backup", { pollingIntervalSeconds: 60 }, async () => {
    // Not awaited: it may outlast a job.
    void nightlyBackup();
  });
  await boss.schedule("take-backup", "*/20 * * * *", {}, { tz: "Asia/Tokyo" });
}

/**
 * Runs all jobs and clean-ups until the queue closes. Without `url` this is the only process: the queue is embedded, clean-ups
 * go by timers, a crash's leftovers go at once. `stop` ends the timers.
 */
export async function runWorkers(url: string | undefined): Promise<{ stop(): void }> {
  const stopping = new AbortController();
  // Not awaited: each voice speaks for a second. What failed is tried again.
  const speakNotices = () =>
    makeNotices({ signal: stopping.signal }).catch((error: unknown) => {
      if (!stopping.signal.aborted) logFailure(error);
    });
  const timers = [
    setInterval(recoverLostJobs, recoveryIntervalMs),
    setTimeout(speakNotices, 0),
    setInterval(speakNotices, hourMs),
  ];
  // Not awaited: a large library takes a while.
  void removeUnfinishedFiles(url ? unfinishedFileMs : 0).catch(logFailure);
  if (url) {
    const work = async (boss: PgBoss) => {
      await workMembersJobs(boss);
      await workCleanUps(boss);
    };
    await checkFilesOwner().catch(logFailure);
    await openQueue({ url, work });
  } else {
    // `tmp`: conversions of uploads; `jobs`: the queue of earlier versions.
    for (const folder of ["tmp", "jobs"])
      await rm(path.join(environment().DATA_DIR, folder), { recursive: true, force: true });
    await checkFilesOwner().catch(logFailure);
    timers.push(
      setInterval(removeExpired, 5 * minuteMs),
      setTimeout(removeOrphanedFiles, hourMs),
      setInterval(removeOrphanedFiles, dayMs),
      setInterval(nightlyBackup, 20 * minuteMs),
    );
    await openQueue({ url, work: workMembersJobs });
    await endInterruptedUploads({ isStarting: true }).catch(logFailure);
  }
  await recoverLostJobs();
  for (const timer of timers) timer.unref();
  return {
    stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
