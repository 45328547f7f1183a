import { max } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { featureTrack, unfeatureTrack } from "#app/features/tracks/moderation/feature-track.server.ts";
import { reviewTrack } from "#app/features/tracks/moderation/review-track.server.ts";
import { restoreTrack, takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { checkTrackFiles } from "#app/features/tracks/server/check-files.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { itemsAtOnce, maxItemsPerRun } from "../bulk/bulk-run.ts";
import { findBulkRun, startBulkRun, startFileCheck } from "../bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "../bulk/continue-bulk-run.server.ts";
import type { TrackForm } from "./admin-tracks.schema.ts";
import type { TrackFilter } from "./admin-tracks.ts";
import { findAllTrackIds, sortByAuthor } from "./find-track-ids.server.ts";

/** Returns the key of the message. Throws what the verbs throw. */
export async function changeTrack(actor: Actor, form: TrackForm): Promise<FlashKey> {
  const { trackId } = form;
  switch (form.intent) {
    case "visibility":
      await setTrackVisibility({ actor, trackId, isVisible: form.isVisible });
      return form.isVisible ? "track-shown" : "track-hidden";
    case "premium-only":
      await markPremiumOnly({ actor, trackId, isPremiumOnly: form.isPremiumOnly });
      return form.isPremiumOnly ? "admin-premium-only-on" : "admin-premium-only-off";
    case "feature":
      await featureTrack({ actor, trackId, day: form.day });
      return "admin-track-featured";
    case "unfeature":
      await unfeatureTrack({ actor, trackId });
      return "admin-track-unfeatured";
    case "take-down":
      await takeDownTrack({ actor, trackId, reason: form.reason });
      return "admin-track-taken-down";
    case "restore":
      await restoreTrack({ actor, trackId });
      return "admin-track-restored";
    case "review":
      await reviewTrack({ actor, trackId });
      return "admin-track-reviewed";
    case "delete":
      await deleteTrack({ actor, trackId, reason: form.reason });
      return "admin-track-deleted";
    case "check": {
      const files = await checkTrackFiles({ trackId });
      const isOk = files.length > 0 && files.every(({ defect }) => defect === null);
      return isOk ? "admin-files-checked" : "admin-files-defective";
    }
  }
}

async function markPremiumOnly(change: { actor: Actor; trackId: number; isPremiumOnly: boolean }) {
  try {
    await setPremiumOnly(change);
  } catch (error) {
    if (error instanceof StoredFileMissing)
      throw new Conflict("音声のファイルがないため、冒頭を切り出せません。先にファイルを戻してください。");
    throw error;
  }
}

/** Omits tracks newer than `newestId`: the admin did not see them. Throws `Invalid` (`startBulkRun`). */
export async function startBulk(options: {
  actor: Actor;
  action: "take-down" | "restore" | "review" | "delete";
  ids: readonly number[];
  isAll: boolean;
  newestId: number;
  filter: TrackFilter;
  reason: string | null;
}): Promise<void> {
  const { actor, action, ids, isAll, newestId, filter, reason } = options;
  const items = isAll
    ? await findAllTrackIds(filter, { limit: maxItemsPerRun, newestId })
    : await sortByAuthor(ids);
  const runId = await startBulkRun({ actor, action, items, reason });
  await continueBulkRun({ runId, maxSteps: itemsAtOnce });
}

export async function findNewestTrackId(): Promise<number> {
  const [newest] = await db.select({ id: max(tracks.id) }).from(tracks);
  return newest?.id ?? 0;
}

/** Steps of 20 tracks within the call; a job does the rest. */
const stepsAtOnce = 5;

/** Does the first steps; a job does the rest. Throws `Conflict` while a comparison is going on. */
export async function checkAllFiles(options: {
  actor: Actor;
}): Promise<{ isFinished: boolean; defectCount: number }> {
  const runId = await startFileCheck(options);
  const isFinished = await continueBulkRun({ runId, maxSteps: stepsAtOnce });
  return { isFinished, defectCount: (await findBulkRun(runId))?.changedCount ?? 0 };
}
