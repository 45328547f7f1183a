import { and, eq } from "drizzle-orm";
import type { Harm } from "#app/engines/harm/harm.ts";
import { isOfficial } from "#app/features/accounts/account.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { completeTask, lockOpenTask, lockTask } from "#app/features/tasks/task-life.server.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { measureExcerpts } from "#app/features/tracks/server/measure-excerpts.server.ts";
import { writeSearchTexts } from "#app/features/tracks/server/reindex-tracks.server.ts";
import {
  addTrackSounds,
  replaceTrackSounds,
  soundsOfFiles,
} from "#app/features/tracks/server/track-sounds.server.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { audioTasks, renditions, type StoredPreview, tracks, transcriptCues } from "#db/schema/index.ts";
import { checkOfEdited } from "../fact-check/check-of-edited.ts";
import { takeDownForReview } from "../server/take-down-for-review.server.ts";
import { previews } from "../tasks/server/creation-kinds.server.ts";
import { type CorrectedTrack, type CorrectionTask, corrections } from "./correction-kind.server.ts";

/**
 * Replaces a track's sound, script and times in one transaction; id, counts, likes and places in lists stay. Old files go once
 * responses have ended. Takes the track down for `harms`. Returns false, changing nothing, if the correction
 * has ended or the track is not what was spoken.
 */
export async function completeCorrection(
  { id, trackId }: Pick<CorrectionTask, "id" | "trackId">,
  spoken: Pick<CorrectedTrack, "userId" | "script">,
  made: { script: string; audio: StoredPreview; harms: readonly Harm[] },
): Promise<boolean> {
  const { script, audio, harms } = made;
  const excerpts = await measureExcerpts(
    audio.files.map(({ kbps, storageKey, bytes }) => ({ kbps, key: storageKey, bytes })),
  );
  const excerptOf = new Map(excerpts.map(({ kbps, excerptBytes }) => [kbps, excerptBytes]));
  return write(async (tx) => {
    // A rename writes the same searchable texts.
    const author = await lockMember(tx, spoken.userId);
    const [found] = await tx.select({ taskId: tracks.taskId }).from(tracks).where(eq(tracks.id, trackId));
    if (found?.taskId) await lockTask(tx, previews, found.taskId);
    const [track] = await forUpdate(tx.select().from(tracks).where(eq(tracks.id, trackId)), "no key update");
    if (track?.script !== spoken.script || track.takenDownAt !== null) return false;
    const now = new Date();
    const task = await lockOpenTask(tx, corrections, id);
    if (!task) return false;
    await completeTask(tx, corrections, task, { correctedAt: now });
    await replaceTrackSounds(tx, { trackId, now });
    await addTrackSounds(tx, { trackId, sounds: [...soundsOfFiles(audio.files), ...excerpts], now });
    const old = await tx
      .delete(renditions)
      .where(eq(renditions.trackId, trackId))
      .returning({ key: renditions.storageKey });
    await tx.insert(renditions).values(
      audio.files.map((file) => ({
        ...file,
        trackId,
        createdAt: now,
        excerptBytes: excerptOf.get(file.kbps) ?? null,
      })),
    );
    await tx.delete(transcriptCues).where(eq(transcriptCues.trackId, trackId));
    await tx
      .insert(transcriptCues)
      .values(audio.cues.map((cue, position) => ({ ...cue, trackId, position })));
    const check = fromStoredFactCheck(track.factCheck);
    await tx
      .update(tracks)
      .set({
        script,
        durationMs: audio.durationMs,
        ...(task.spokenWith && { spokenWith: task.spokenWith }),
        speechCredit: audio.credit ?? null,
        making: { ...track.making, ...(audio.spokenBy && { speech: audio.spokenBy }) },
        factCheck: check && checkOfEdited(check, track.script, script),
      })
      .where(eq(tracks.id, trackId));
    // The preview it was published from has the same files.
    if (track.taskId)
      await tx
        .update(audioTasks)
        .set({ script, preview: audio })
        .where(and(eq(audioTasks.id, track.taskId), eq(audioTasks.trackId, trackId)));
    await writeSearchTexts(tx, { author: author.name, trackIds: [trackId] });
    // The same words in another voice have been looked at, if they are heard as before.
    if ((task.field === "line" || harms.length > 0) && !isOfficial(author.id)) {
      await takeDownForReview(tx, { trackId, title: track.title, harms, now });
      await queueForReview(tx, { trackId, cause: "corrected", harms: [...harms], now });
    }
    await removeFiles(
      tx,
      old.map(({ key }) => key),
      { isLater: true },
    );
    return true;
  });
}
