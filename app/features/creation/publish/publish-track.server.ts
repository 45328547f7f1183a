import { and, eq, or } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks, tracks } from "#db/schema/index.ts";
import { withholdForReview } from "../harm/withhold-for-review.server.ts";
import type { AudioTask } from "../tasks/audio-task.ts";
import { lockTasks } from "../tasks/server/locks.server.ts";

/**
 * Publishes a finished preview as a public track, in one transaction. The track refers to the preview's files, so no
 * file is moved. One that may do harm is withheld until an operator has looked at it (`withholdForReview`). Publishing again
 * returns the same track. Throws `NotAuthenticated`, and `Invalid` when the preview is
 * unknown, somebody else's, discarded or expired.
 *
 * @returns the track, and whether it is withheld
 */
export async function publishTrack(options: {
  viewer: { id: string; name: string };
  previewFilename: string;
  title: string;
  labels: string[];
}): Promise<{ trackId: number; isWithheld: boolean }> {
  const { viewer, previewFilename } = options;
  const published = await write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    const preview = eq(audioTasks.previewFilename, previewFilename);
    // The scripts too: they are discarded below.
    const tasks = await lockTasks(
      tx,
      and(eq(audioTasks.userId, viewer.id), or(preview, eq(audioTasks.kind, "script"))),
    );
    const task = tasks.find((candidate) => candidate.previewFilename === previewFilename);
    // A task with a track and no preview: the track was deleted.
    if (task?.trackId && task.preview)
      return { trackId: task.trackId, isWithheld: await isTrackWithheld(tx, task.trackId) };
    if (!task?.preview || task.state !== "completed" || task.isDiscarded || task.expiresAt <= new Date()) {
      throw new Invalid({
        previewFilename: ["プレビューの有効期限が切れました。もう一度音声を生成してください。"],
      });
    }
    const trackId = await insertTrackOfPreview(tx, { ...options, task, poster: viewer.name, seedSlug: null });
    const isWithheld = await withholdForReview(tx, {
      trackId,
      title: options.title,
      script: task.script ?? "",
      now: new Date(),
    });
    // The creation page restores no script of a published track.
    await tx
      .update(audioTasks)
      .set({ isDiscarded: true })
      .where(
        and(eq(audioTasks.userId, viewer.id), eq(audioTasks.flow, task.flow), eq(audioTasks.kind, "script")),
      )
      .returning({ id: audioTasks.id });
    return { trackId, isWithheld };
  });
  crashPoint("published");
  return published;
}

async function isTrackWithheld(tx: Db, trackId: number): Promise<boolean> {
  const [track] = await tx
    .select({ withheldAt: tracks.withheldAt })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  return (track?.withheldAt ?? null) !== null;
}

/** Inserts the track of a finished preview (`insertTrack`) and notes it in the task. Returns the track's id. */
export async function insertTrackOfPreview(
  tx: Db,
  options: { task: AudioTask; title: string; labels: string[]; poster: string; seedSlug: string | null },
): Promise<number> {
  const { task, title, labels, poster, seedSlug } = options;
  if (!task.preview) throw new Error(`task ${task.id} has no preview`);
  const trackId = await insertTrack(tx, {
    poster: { id: task.userId, name: poster },
    taskId: task.id,
    title,
    script: task.script ?? "",
    labels,
    filename: task.previewFilename ?? `${task.id}.mp3`,
    audio: task.preview,
    factCheck: task.factCheck,
    seedSlug,
  });
  await tx
    .update(audioTasks)
    .set({ trackId, updatedAt: new Date() })
    .where(eq(audioTasks.id, task.id))
    .returning({ id: audioTasks.id });
  return trackId;
}
