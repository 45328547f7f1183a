import { and, eq } from "drizzle-orm";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { completeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { type Db, write } from "#db/client.ts";
import { renditions, type StoredPreview, tracks } from "#db/schema/index.ts";
import { insertTrack } from "../../server/insert-track.server.ts";
import { measureExcerpts } from "../../server/measure-excerpts.server.ts";
import { writeSearchTexts } from "../../server/reindex-tracks.server.ts";
import { addTrackSounds } from "../../server/track-sounds.server.ts";
import type { Upload } from "../upload.ts";
import { sourceKey, uploads } from "./upload-kind.server.ts";

/**
 * Makes an upload's converted audio a track of the official account and completes the upload, in one transaction. `delayMs`:
 * how much later the sound is than in the sent file. False when the upload has ended.
 */
export async function completeUpload(
  upload: Upload,
  { delayMs, ...audio }: Omit<StoredPreview, "cues"> & { delayMs: number },
): Promise<boolean> {
  const { id: uploadId, title, script, isVisible, isPremiumOnly } = upload;
  const excerpts = isPremiumOnly
    ? await measureExcerpts(
        audio.files.map(({ kbps, storageKey, bytes }) => ({ kbps, key: storageKey, bytes })),
      )
    : [];
  const cues = cuesWithin(upload.cues ?? [], { delayMs, durationMs: audio.durationMs });
  return write(async (tx) => {
    await addOfficialAccount(tx);
    // Excludes a rename, which writes the same search texts.
    const author = await lockMember(tx, officialAccount.id);
    const current = await lockOpenTask(tx, uploads, uploadId);
    if (!current) return false;
    const trackId = await insertTrack(tx, {
      author,
      taskId: uploadId,
      title,
      script,
      labels: upload.labels ?? [],
      filename: `${uploadId}.mp3`,
      audio: { ...audio, cues },
      isRecording: true,
      isVisible,
    });
    if (isPremiumOnly) await restrict(tx, { trackId, excerpts, author: author.name });
    await completeTask(tx, uploads, current, { trackId });
    await removeFiles(tx, [sourceKey(uploadId)]);
    await recordAudit(tx, {
      actor: { kind: "admin", name: upload.adminName },
      action: "track.upload",
      target: { type: "track", id: trackId },
      after: {
        title,
        durationMs: audio.durationMs,
        bytes: upload.bytes,
        isVisible,
        isPremiumOnly,
        uploadId,
      },
    });
    return true;
  });
}

/** Only for a track that nobody has seen yet. */
async function restrict(
  tx: Db,
  o: { trackId: number; excerpts: Awaited<ReturnType<typeof measureExcerpts>>; author: string },
): Promise<void> {
  for (const { kbps, excerptBytes } of o.excerpts) {
    await tx
      .update(renditions)
      .set({ excerptBytes })
      .where(and(eq(renditions.trackId, o.trackId), eq(renditions.kbps, kbps)));
  }
  await addTrackSounds(tx, { trackId: o.trackId, sounds: o.excerpts, now: new Date() });
  await tx.update(tracks).set({ isPremiumOnly: true }).where(eq(tracks.id, o.trackId));
  await writeSearchTexts(tx, { author: o.author, trackIds: [o.trackId] });
}

/** At their times in the converted files; drops those that begin after the end. */
function cuesWithin(
  cues: StoredPreview["cues"],
  { delayMs, durationMs }: { delayMs: number; durationMs: number },
): StoredPreview["cues"] {
  return cues
    .map((cue) => ({
      ...cue,
      startMs: cue.startMs + delayMs,
      endMs: Math.min(durationMs, cue.endMs + delayMs),
    }))
    .filter(({ startMs, endMs }) => startMs < endMs);
}
