import { and, eq, gt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { maxStandardSampleRate } from "#app/engines/audio/rendition-format.ts";
import { authorIsApproved } from "#app/features/access/track-visibility.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioAccel, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { hasFullAccess, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { type Db, db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { audioTasks, renditions, tracks, users } from "#db/schema/index.ts";

export const standardKbps = 64;
const highKbps = 128;

/**
 * The best quality for podcast apps, in kbit/s. They can't sign in, so everybody gets it. Directories refuse less than 96
 * kbit/s, so feeds have high quality unless the operator reserves it for premium members (`FEED_QUALITY`).
 */
export const feedKbps = (): number => (environment().FEED_QUALITY === "high" ? highKbps : standardKbps);

export interface AudioToServe extends FileToServe {
  /** Whether it is the excerpt of a premium-only track: others may get the whole. */
  isExcerpt: boolean;
}

/**
 * The file of `/api/stream/{id}`. A numeric id is a track: hidden ones only for their owner, only with an approved author,
 * whole or as the excerpt (`hasFullAccess`). Anything else is a preview's file name, for its creator only. `current`: not from
 * a replica. `kbps`: of a track. Throws `NotFound`.
 */
export async function findAudio(options: {
  viewer: TrackViewer;
  id: string;
  current?: boolean;
  kbps?: number;
}): Promise<AudioToServe> {
  const { viewer, id, kbps = standardKbps } = options;
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31
    ? findTrackAudio(options.current ? primary : db, viewer, { trackId: Number(id), kbps })
    : findPreviewAudio(viewer, id);
}

/** Players request one track in many ranges. */
const audioOfVisitors = cacheByDataVersion<AudioToServe>(500);

/** `findAudio` for a visitor. Answers without waiting from the cache. */
export function findAudioOfVisitor(id: string): AudioToServe | Promise<AudioToServe> {
  return audioOfVisitors(id, () => findAudio({ viewer: null, id }));
}

/**
 * `findHighAudio` for premium members, else `findAudio`, which no shared cache may store: at the same address premium members
 * get another file.
 */
export async function findAudioAskedHigh(options: {
  viewer: TrackViewer;
  id: string;
  current?: boolean;
}): Promise<AudioToServe> {
  const { viewer } = options;
  if (viewer && entitlementsOf(viewer).highQuality) return findHighAudio({ ...options, viewer });
  return { ...(await findAudio(options)), cacheControl: "private, no-store" };
}

/** `findAudio` in high quality if the track has it. The caller checks the entitlement. */
export async function findHighAudio(options: {
  viewer: NonNullable<TrackViewer>;
  id: string;
  current?: boolean;
}): Promise<AudioToServe> {
  const file = await findAudio({ ...options, kbps: highKbps }).catch((error: unknown) => {
    if (error instanceof NotFound) return findAudio(options);
    throw error;
  });
  // The response depends on the listener, not only on the URL.
  return { ...file, cacheControl: file.cacheControl.replace("public", "private") };
}

/** The whole standard-quality file of any track, for the admin. Throws `NotFound`. */
export async function findAudioForAdmin({ trackId }: { trackId: number }): Promise<AudioToServe> {
  const [found] = await primary
    .select({
      storageKey: renditions.storageKey,
      bytes: renditions.bytes,
      sha256: renditions.sha256,
      modified: renditions.createdAt,
    })
    .from(renditions)
    .where(and(eq(renditions.trackId, trackId), eq(renditions.kbps, standardKbps)));
  if (!found) throw new NotFound("音声が見つかりません");
  return toFile(found, "private, no-store");
}

/**
 * Column: whether the high-quality file holds more than the standard one. With the same sample rate they differ in size only:
 * older tracks, whose rate is not stored, and engines that have no more to give.
 */
export const hasHighQuality =
  sql`exists (select 1 from ${renditions} where ${renditions.trackId} = ${tracks.id}
  and ${renditions.kbps} = ${sql.raw(String(highKbps))}
  and ${renditions.sampleRate} > ${sql.raw(String(maxStandardSampleRate))})`.mapWith(Boolean);

async function findTrackAudio(
  on: Db,
  viewer: TrackViewer,
  parameters: { trackId: number; kbps: number },
): Promise<AudioToServe> {
  const found =
    (await selectTrackAudio(on, parameters))[0] ??
    // A replica may not know a track that has just been published.
    (on === primary ? undefined : (await selectTrackAudio(primary, parameters))[0]);
  if (!found || !(found.isVisible || found.userId === viewer?.id)) throw new NotFound("音声が見つかりません");
  if (!found.isVisible) return toFile(found, "private, no-store");
  // The track may be hidden or deleted at any moment: caches must revalidate each time (a 304).
  const whole = toFile(found, found.isPremiumOnly ? "private, no-cache" : "public, no-cache");
  return hasFullAccess(viewer, found) ? whole : excerptOf(whole, found.excerptBytes);
}

/**
 * A file of its own with its own tag, so that no range reaches beyond it. No `accel`: nginx or S3 would send the whole file.
 */
function excerptOf(whole: AudioToServe, bytes: number | null): AudioToServe {
  if (bytes === null) {
    logger.error({ key: whole.key }, "a premium-only track has no excerpt");
    throw new NotFound("音声が見つかりません");
  }
  const etag = whole.etag.replace(/"$/, '-opening"');
  return { ...whole, bytes, etag, accel: undefined, isExcerpt: true };
}

const selectTrackAudio = prepared((on, value: ValuesOf<{ trackId: number; kbps: number }>) =>
  on
    .select({
      isVisible: tracks.isVisible,
      isPremiumOnly: tracks.isPremiumOnly,
      premiumOnlyChangedAt: tracks.premiumOnlyChangedAt,
      userId: tracks.userId,
      storageKey: renditions.storageKey,
      bytes: renditions.bytes,
      excerptBytes: renditions.excerptBytes,
      sha256: renditions.sha256,
      modified: renditions.createdAt,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .innerJoin(renditions, and(eq(renditions.trackId, tracks.id), eq(renditions.kbps, value("kbps"))))
    .where(and(eq(tracks.id, value("trackId")), authorIsApproved())),
);

/** From the primary: the preview is played as soon as it is finished. */
async function findPreviewAudio(viewer: { id: string } | null, filename: string): Promise<AudioToServe> {
  if (!viewer) throw new NotFound("音声が見つかりません");
  const [task] = await primary
    .select({ preview: audioTasks.preview, modified: audioTasks.updatedAt })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.previewFilename, filename),
        eq(audioTasks.userId, viewer.id),
        gt(audioTasks.expiresAt, new Date()),
      ),
    );
  const file = task?.preview?.files.find(({ kbps }) => kbps === standardKbps);
  if (!task || !file) throw new NotFound("音声が見つかりません");
  return toFile({ ...file, modified: task.modified }, "private, no-store");
}

function toFile(
  file: {
    storageKey: string;
    bytes: number;
    sha256: string;
    modified: Date;
    premiumOnlyChangedAt?: Date | null;
  },
  cacheControl: string,
): AudioToServe {
  return {
    isExcerpt: false,
    storage: audioStorage(),
    key: file.storageKey,
    bytes: file.bytes,
    // The address served other bytes before the premium switch or a correction.
    modified: new Date(Math.max(file.modified.getTime(), file.premiumOnlyChangedAt?.getTime() ?? 0)),
    etag: `"${file.sha256}"`,
    contentType: "audio/mpeg",
    sendInChunks: true,
    cacheControl,
    accel: audioAccel(),
  };
}
