import { eq } from "drizzle-orm";
import type { SpeakerNames } from "#app/engines/script/script.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import type { Db } from "#db/client.ts";
import {
  renditions,
  type StoredFactCheck,
  type StoredMaking,
  type StoredPreview,
  type StoredSpeech,
  tracks,
  transcriptCues,
} from "#db/schema/index.ts";
import { labelTrack } from "./label-track.server.ts";
import { searchTextOf } from "./reindex-tracks.server.ts";
import { findListingTime } from "./track-listing.server.ts";
import { addTrackSounds, soundsOfFiles } from "./track-sounds.server.ts";

interface NewTrack {
  author: { id: string; name: string };
  /** A second track of the same task is not inserted. */
  taskId: string;
  title: string;
  script: string;
  labels: readonly string[];
  filename: string;
  /** Files of the storage, which the track takes over, and the lines' times. */
  audio: StoredPreview;
  factCheck?: StoredFactCheck | null;
  speakerNames?: SpeakerNames | undefined;
  /** An uploaded recording, which no engine speaks. */
  isRecording?: boolean;
  /** Null where a line can't be corrected. */
  spokenWith?: StoredSpeech | null;
  /** Null where nobody recorded it. */
  making?: StoredMaking | null;
  seedSlug?: string | null;
  /** Null for a cover by its id. */
  coverSeed?: number | null;
  isVisible?: boolean;
}

/**
 * Inserts a track with renditions, transcript, labels and search text; returns its id. Of two calls for one task the second
 * hits the unique `task_id` and returns the first's track.
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
    making = null,
    seedSlug = null,
    coverSeed = null,
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
      coverSeed,
      isRecording,
      isVisible,
      uploadedAt: now,
      listedFrom: await findListingTime(tx, { authorId: author.id, now }),
      speechCredit: audio.credit ?? null,
      speakerNames: speakerNames.A || speakerNames.B ? speakerNames : null,
      spokenWith,
      making,
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
  await addTrackSounds(tx, { trackId: inserted.id, sounds: soundsOfFiles(audio.files), now });
  if (audio.cues.length > 0) {
    await tx
      .insert(transcriptCues)
      .values(audio.cues.map((cue, position) => ({ ...cue, trackId: inserted.id, position })));
  }
  await labelTrack(tx, inserted.id, names);
  if (seedSlug === null) await addToStatistics(tx, { tracks_published: 1 }, now);
  return inserted.id;
}
