import { and, asc, eq, inArray, or } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { searchTextOf } from "#app/features/tracks/server/search-text.server.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks, labels, renditions, trackLabels, tracks, transcriptCues } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import type { AudioTask } from "../tasks/audio-task.ts";
import { lockTasks } from "../tasks/server/locks.server.ts";

/**
 * Publishes a finished preview as a public track, in one transaction. The track refers to the preview's files, so no
 * file is moved. Publishing again returns the same track. Throws `NotAuthenticated`, and `Invalid` when the preview is
 * unknown, somebody else's, discarded or expired.
 */
export async function publishTrack(options: {
  viewer: { id: string; name: string };
  previewFilename: string;
  title: string;
  labels: string[];
}): Promise<{ trackId: number }> {
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
    if (task?.trackId && task.preview) return { trackId: task.trackId };
    if (!task?.preview || task.state !== "completed" || task.isDiscarded || task.expiresAt <= new Date()) {
      throw new Invalid({
        previewFilename: ["プレビューの有効期限が切れました。もう一度音声を生成してください。"],
      });
    }
    const trackId = await insertTrack(tx, { ...options, task, poster: viewer.name, seedSlug: null });
    // The creation page restores no script of a published track.
    await tx
      .update(audioTasks)
      .set({ isDiscarded: true })
      .where(
        and(eq(audioTasks.userId, viewer.id), eq(audioTasks.flow, task.flow), eq(audioTasks.kind, "script")),
      )
      .returning({ id: audioTasks.id });
    return { trackId };
  });
  crashPoint("published");
  return published;
}

/**
 * Inserts the track of a finished preview with its renditions, transcript and labels, and returns its id. Of two
 * concurrent publications the second hits the unique `task_id` and returns the first's track.
 */
export async function insertTrack(
  tx: Db,
  options: { task: AudioTask; title: string; labels: string[]; poster: string; seedSlug: string | null },
): Promise<number> {
  const { task, title, poster, seedSlug } = options;
  const preview = task.preview;
  if (!preview) throw new Error(`task ${task.id} has no preview`);
  const now = new Date();
  const names = [...new Set(options.labels)];
  const script = task.script ?? "";
  const [track] = await tx
    .insert(tracks)
    .values({
      userId: task.userId,
      title,
      script,
      filename: task.previewFilename ?? `${task.id}.mp3`,
      durationMs: preview.durationMs,
      searchText: searchTextOf({ title, poster, labels: names, script }),
      taskId: task.id,
      seedSlug,
      uploadedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: tracks.id });
  if (!track) {
    const [first] = await tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.taskId, task.id));
    if (!first) throw new Error(`task ${task.id} could not be published`);
    return first.id;
  }
  await tx
    .insert(renditions)
    .values(preview.files.map((file) => ({ ...file, trackId: track.id, createdAt: now })));
  if (preview.cues.length > 0) {
    await tx
      .insert(transcriptCues)
      .values(preview.cues.map((cue, position) => ({ ...cue, trackId: track.id, position })));
  }
  await labelTrack(tx, track.id, names);
  await tx
    .update(audioTasks)
    .set({ trackId: track.id, updatedAt: now })
    .where(eq(audioTasks.id, task.id))
    .returning({ id: audioTasks.id });
  return track.id;
}

async function labelTrack(tx: Db, trackId: number, names: string[]): Promise<void> {
  if (names.length === 0) return;
  // Sorted, so that transactions that insert the same labels wait for each other in one order.
  await tx
    .insert(labels)
    .values(names.toSorted().map((name) => ({ name, folded: foldText(name) })))
    .onConflictDoNothing()
    .returning({ id: labels.id });
  const known = await tx
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(inArray(labels.name, names))
    .orderBy(asc(labels.id));
  // One by one in the order of ids: each insert increments the count of its label and locks that row.
  for (const { id, name } of known) {
    await tx
      .insert(trackLabels)
      .values({ trackId, labelId: id, position: names.indexOf(name) })
      .onConflictDoNothing()
      .returning({ trackId: trackLabels.trackId });
  }
}
