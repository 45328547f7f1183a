import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { SoundHash } from "#app/lib/sound-hash.ts";
import { type Db, primary, write } from "#db/client.ts";
import { renditions, type StoredPreview, trackSounds } from "#db/schema/index.ts";

interface TrackSound {
  kbps: number;
  /** Unknown ones (null) are left out. */
  sha256: string | null;
  isExcerpt: boolean;
}

/** Known sounds of whole files. */
export const soundsOfFiles = (files: StoredPreview["files"]): TrackSound[] =>
  files.map(({ kbps, soundSha256 = null }) => ({ kbps, sha256: soundSha256, isExcerpt: false }));

/** Records what listeners hear from now on. An earlier sound counts as present again. */
export async function addTrackSounds(
  tx: Db,
  { trackId, sounds, now }: { trackId: number; sounds: readonly TrackSound[]; now: Date },
): Promise<void> {
  // The excerpt of a short track is the whole.
  const known = new Map<string, TrackSound>();
  for (const sound of sounds) if (sound.sha256 && !known.has(sound.sha256)) known.set(sound.sha256, sound);
  if (known.size === 0) return;
  await tx
    .insert(trackSounds)
    .values(
      [...known].map(([sha256, { kbps, isExcerpt }]) => ({
        trackId,
        sha256,
        kbps,
        isExcerpt,
        createdAt: now,
      })),
    )
    .onConflictDoUpdate({ target: [trackSounds.trackId, trackSounds.sha256], set: { replacedAt: null } });
}

/** Records that a correction replaces all of a track's sounds. */
export async function replaceTrackSounds(
  tx: Db,
  { trackId, now }: { trackId: number; now: Date },
): Promise<void> {
  await tx
    .update(trackSounds)
    .set({ replacedAt: now })
    .where(and(eq(trackSounds.trackId, trackId), isNull(trackSounds.replacedAt)));
}

const batchSize = 20;
const maxFilesOfRun = 400;

/**
 * Hashes older files, notes their sample rates and records their sounds, each in its own transaction. A missing file is tried
 * again in the next run; one replaced in the meantime is skipped.
 */
export async function hashOlderFiles(): Promise<void> {
  for (let count = 0, after = 0; count < maxFilesOfRun; count += batchSize) {
    const files = await findUnhashed(after);
    const last = files.at(-1);
    if (!last) return;
    after = last.trackId;
    for (const file of files) await hashFile(file);
  }
}

type UnhashedFile = Awaited<ReturnType<typeof findUnhashed>>[number];

const findUnhashed = (after: number) =>
  primary
    .select({
      trackId: renditions.trackId,
      kbps: renditions.kbps,
      key: renditions.storageKey,
      excerptBytes: renditions.excerptBytes,
      createdAt: renditions.createdAt,
    })
    .from(renditions)
    .where(isUnhashedAfter(after))
    .orderBy(asc(renditions.trackId))
    .limit(batchSize);

/** Condition: not hashed, with a greater track id. A track's other file may be skipped: the next run has it. */
const isUnhashedAfter = (trackId: number) =>
  and(isNull(renditions.soundSha256), gt(renditions.trackId, trackId));

async function hashFile({ trackId, kbps, key, excerptBytes, createdAt }: UnhashedFile): Promise<void> {
  const stream = await audioStorage().readStream(key);
  if (!stream) return;
  const [whole, excerpt] = [new SoundHash(), new SoundHash()];
  let excerptLeft = excerptBytes ?? 0;
  for await (const chunk of stream) {
    whole.update(chunk);
    if (excerptLeft > 0) excerpt.update(chunk.subarray(0, excerptLeft));
    excerptLeft -= chunk.byteLength;
  }
  // "" marks a file without frames, so that it is not read again.
  const { sha256: soundSha256 = "", sampleRate = null } = whole.digest() ?? {};
  const sounds = [
    { kbps, sha256: soundSha256, isExcerpt: false },
    { kbps, sha256: excerpt.digest()?.sha256 ?? null, isExcerpt: true },
  ];
  await write(async (tx) => {
    const changed = await tx
      .update(renditions)
      .set({ soundSha256, sampleRate })
      .where(and(eq(renditions.trackId, trackId), eq(renditions.kbps, kbps), eq(renditions.storageKey, key)))
      .returning({ trackId: renditions.trackId });
    if (changed.length > 0) await addTrackSounds(tx, { trackId, sounds, now: createdAt });
  });
}
