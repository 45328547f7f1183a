import { asc, eq, inArray } from "drizzle-orm";
import type { SpeakerNames } from "#app/engines/script/script.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import type { Db } from "#db/client.ts";
import {
  labels,
  renditions,
  type StoredFactCheck,
  type StoredPreview,
  type StoredSpeech,
  trackLabels,
  tracks,
  transcriptCues,
} from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";
import { searchTextOf } from "./reindex-tracks.server.ts";
import { findListingTime } from "./track-listing.server.ts";

interface NewTrack {
  /** The account that posts it, which the transaction has locked (`lockUserForShare`). */
  author: { id: string; name: string };
  /** What it was made by; a second track of the same task is not inserted. */
  taskId: string;
  title: string;
  /** Lines `A: …` / `B: …`. */
  script: string;
  labels: readonly string[];
  filename: string;
  /** Files of the storage, which the track takes over, and the times of the script's lines. */
  audio: StoredPreview;
  /** What a check says about the script; null where nothing was checked. */
  factCheck?: StoredFactCheck | null;
  speakerNames?: SpeakerNames | undefined;
  /** Whether it is an uploaded recording, which no engine speaks. */
  isRecording?: boolean;
  /** How an engine speaks it; null where a line of it can't be corrected. */
  spokenWith?: StoredSpeech | null;
  seedSlug?: string | null;
  isVisible?: boolean;
}

/**
 * Inserts a track with its renditions, transcript, labels and search text, and returns its id. Of two concurrent calls for
 * one task the second hits the unique `task_id` and returns the first's track.
 */
export async function insertTrack(tx: Db, track: NewTrack): Promise<number> {
  const {
    author,
    taskId,
    title,
    script,
    filename,
    audio,
    factCheck = null,
    speakerNames = {},
    spokenWith = null,
    seedSlug = null,
    isRecording = false,
    isVisible = true,
  } = track;
  const now = new Date();
  const names = [...new Set(track.labels)];
  const [inserted] = await tx
    .insert(tracks)
    .values({
      userId: author.id,
      title,
      script,
      filename,
      durationMs: audio.durationMs,
      searchText: searchTextOf({ title, author: author.name, labels: names, script }),
      taskId,
      seedSlug,
      isRecording,
      isVisible,
      uploadedAt: now,
      listedFrom: await findListingTime(tx, { authorId: author.id, now }),
      speechCredit: audio.credit ?? null,
      speakerNames: speakerNames.A || speakerNames.B ? speakerNames : null,
      spokenWith,
      factCheck,
    })
    .onConflictDoNothing()
    .returning({ id: tracks.id });
  if (!inserted) {
    const [first] = await tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.taskId, taskId));
    if (!first) throw new Error(`task ${taskId} could not be published`);
    return first.id;
  }
  await tx
    .insert(renditions)
    .values(audio.files.map((file) => ({ ...file, trackId: inserted.id, createdAt: now })));
  if (audio.cues.length > 0) {
    await tx
      .insert(transcriptCues)
      .values(audio.cues.map((cue, position) => ({ ...cue, trackId: inserted.id, position })));
  }
  await labelTrack(tx, inserted.id, names);
  if (seedSlug === null) await addToStatistics(tx, { tracks_published: 1 }, now);
  return inserted.id;
}

async function labelTrack(tx: Db, trackId: number, names: string[]): Promise<void> {
  if (names.length === 0) return;
  // Sorted, so that transactions that insert the same labels wait for each other in one order.
  await tx
    .insert(labels)
    .values(names.toSorted().map((name) => ({ name, folded: foldText(name) })))
    .onConflictDoNothing();
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
      .onConflictDoNothing();
  }
}
