import { and, eq } from "drizzle-orm";
import type { Harm } from "#app/engines/harm/find-harm.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { measureOpenings } from "#app/features/tracks/server/measure-openings.server.ts";
import { writeSearchTexts } from "#app/features/tracks/server/reindex-tracks.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import {
  audioTasks,
  renditions,
  type StoredPreview,
  trackCorrections,
  tracks,
  transcriptCues,
} from "#db/schema/index.ts";
import { checkOfEdited } from "../fact-check/check-of-edited.ts";
import { withholdForReview } from "../harm/withhold-for-review.server.ts";
import { lockTasks } from "../tasks/server/locks.server.ts";
import type { ClaimedCorrection } from "./claim-correction.server.ts";
import { openCorrection } from "./find-corrections.server.ts";

/**
 * Puts the corrected sound, whose files are in the storage, with its script and times in the place of the one before, in one
 * transaction; id, address, counts, likes and places in lists stay. Then the old files go: responses that are being sent still
 * end. What may do harm withholds the track. Returns false, and changes nothing, when the correction has ended, or the track is
 * not what was spoken.
 */
export async function completeCorrection(
  correction: ClaimedCorrection,
  made: { script: string; audio: StoredPreview; harms: readonly Harm[] },
): Promise<boolean> {
  const { id, trackId } = correction;
  const { script, audio, harms } = made;
  const openings = await measureOpenings(
    audio.files.map(({ kbps, storageKey, bytes }) => ({ kbps, key: storageKey, bytes })),
  );
  const openingOf = new Map(openings.map(({ kbps, openingBytes }) => [kbps, openingBytes]));
  return write(async (tx) => {
    // A rename writes the same searchable texts.
    const poster = await lockMember(tx, correction.userId);
    const [found] = await tx.select({ taskId: tracks.taskId }).from(tracks).where(eq(tracks.id, trackId));
    if (found?.taskId) await lockTasks(tx, eq(audioTasks.id, found.taskId));
    const [track] = await forUpdate(tx.select().from(tracks).where(eq(tracks.id, trackId)), "no key update");
    if (track?.script !== correction.script || track.withheldAt !== null) return false;
    const now = new Date();
    const [ended] = await tx
      .update(trackCorrections)
      .set({ state: "completed", progress: 100, correctedAt: now })
      .where(and(eq(trackCorrections.id, id), openCorrection))
      .returning({ id: trackCorrections.id });
    if (!ended) return false;
    const old = await tx
      .delete(renditions)
      .where(eq(renditions.trackId, trackId))
      .returning({ key: renditions.storageKey });
    await tx.insert(renditions).values(
      audio.files.map((file) => ({
        ...file,
        trackId,
        createdAt: now,
        openingBytes: openingOf.get(file.kbps) ?? null,
      })),
    );
    await tx
      .delete(transcriptCues)
      .where(eq(transcriptCues.trackId, trackId))
      .returning({ position: transcriptCues.position });
    await tx
      .insert(transcriptCues)
      .values(audio.cues.map((cue, position) => ({ ...cue, trackId, position })));
    const check = fromStoredFactCheck(track.factCheck);
    await tx
      .update(tracks)
      .set({
        script,
        durationMs: audio.durationMs,
        speechCredit: audio.credit ?? null,
        factCheck: check && checkOfEdited(check, track.script, script),
      })
      .where(eq(tracks.id, trackId))
      .returning({ id: tracks.id });
    // The preview that it was published from, while there is one, has the same files.
    if (track.taskId)
      await tx
        .update(audioTasks)
        .set({ script, preview: audio })
        .where(and(eq(audioTasks.id, track.taskId), eq(audioTasks.trackId, trackId)))
        .returning({ id: audioTasks.id });
    await writeSearchTexts(tx, { poster: poster.name, trackIds: [trackId] });
    await withholdForReview(tx, { trackId, title: track.title, harms, now });
    await removeFiles(
      tx,
      old.map(({ key }) => key),
      { isLater: true },
    );
    afterCommit(() => void publishTaskChange(correction));
    return true;
  });
}
