import { and, asc, eq, inArray, or } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { searchTextOf } from "#app/features/tracks/search-text.ts";
import { type Db, write } from "#db/client.ts";
import { audioTasks, labels, renditions, trackLabels, tracks, transcriptCues } from "#db/schema/index.ts";
import { foldText } from "#db/search.ts";
import type { AudioTask } from "../audio-task.ts";
import { holdTasks } from "./hold-task.server.ts";

/**
 * Publishes a finished preview as a public track: one transaction, and the preview's files become the track's
 * as they stand, so there is no moment between publishing and moving a file. Publishing again returns the same
 * track. Throws `NotAuthenticated`, and `Invalid` when the preview is unknown, somebody else's or has expired.
 */
export async function publishTrack(options: {
  viewer: { id: string; name: string };
  previewFilename: string;
  title: string;
  labels: string[];
}): Promise<{ trackId: number }> {
  const { viewer, previewFilename } = options;
  const published = await write(async (tx) => {
    await keepAccount(tx, viewer.id);
    const preview = eq(audioTasks.previewFilename, previewFilename);
    // With the scripts, of which one became this track.
    const mine = await holdTasks(
      tx,
      and(eq(audioTasks.userId, viewer.id), or(preview, eq(audioTasks.kind, "script"))),
    );
    const task = mine.find((one) => one.previewFilename === previewFilename);
    // Without its preview the track has been deleted since.
    if (task?.trackId && task.preview) return { trackId: task.trackId };
    if (!task?.preview || task.state !== "completed" || task.isDiscarded || task.expiresAt <= new Date()) {
      throw new Invalid({
        previewFilename: ["プレビューの有効期限が切れました。もう一度音声を生成してください。"],
      });
    }
    const trackId = await insertTrack(tx, { ...options, task, poster: viewer.name, seedSlug: null });
    // The page starts afresh: the script that became this track is not restored.
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
 * Inserts the track of a finished preview with its renditions, transcript and labels. Two racing publications
 * meet at the unique `task_id`; the second gets the first's track.
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
  // In one order for everybody: of two who bring the same new labels, one waits for the other.
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
  // By id, one by one: each raises its label's count, and the rows are held in that order.
  for (const { id, name } of known) {
    await tx
      .insert(trackLabels)
      .values({ trackId, labelId: id, position: names.indexOf(name) })
      .onConflictDoNothing()
      .returning({ trackId: trackLabels.trackId });
  }
}
