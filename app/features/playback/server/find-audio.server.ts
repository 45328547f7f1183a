import { and, eq, gt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { hasFullAccess, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import { authorIsApproved } from "#app/features/tracks/server/track-visibility.server.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { type Db, db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { audioTasks, renditions, tracks, users } from "#db/schema/index.ts";

/** Standard quality, and high quality for premium members. */
export const standardKbps = 64;
const highKbps = 128;

/**
 * The best quality that podcast apps get, in kbit/s. They can't sign in: what a feed names, everybody gets. High quality is for premium
 * members where people listen on the site; directories refuse less than 96 kbit/s, so feeds have it too, unless the operator
 * wants it to be for premium members alone (`FEED_QUALITY`).
 */
export const feedKbps = (): number => (environment().FEED_QUALITY === "high" ? highKbps : standardKbps);
/** A file of more samples per second than this holds what no file of standard quality does. */
const maxStandardSampleRate = 24_000;

/** A file to listen to. */
export interface AudioToServe extends FileToServe {
  /** Whether it is the excerpt of a premium-only track: others may get the whole. */
  isExcerpt: boolean;
}

/**
 * The file of `/api/stream/{id}`: a numeric id is a track (a hidden one for its owner only; the author must be approved),
 * of which the viewer gets the whole or the excerpt (`hasFullAccess`), anything else the file name of a preview (for its
 * creator only). `current`: not from a replica. `kbps`: of a track, by default 64. Throws `NotFound`.
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

/** Players ask for a track in many ranges. */
const audioOfVisitors = cacheByDataVersion<AudioToServe>(500);

/** `findAudio` for a visitor: what everybody may hear of a track, without waiting where that is remembered. */
export function findAudioOfVisitor(id: string): AudioToServe | Promise<AudioToServe> {
  return audioOfVisitors(id, () => findAudio({ viewer: null, id }));
}

/**
 * What `findAudio` finds for somebody who asks for high quality: `findHighAudio` for premium members, for others what they
 * would get anyway, which no cache may keep: the same address has another file for premium members.
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

/** What `findAudio` finds, in high quality if the track has it. The caller checks the entitlement. */
export async function findHighAudio(options: {
  viewer: NonNullable<TrackViewer>;
  id: string;
  current?: boolean;
}): Promise<AudioToServe> {
  const file = await findAudio({ ...options, kbps: highKbps }).catch((error: unknown) => {
    if (error instanceof NotFound) return findAudio(options);
    throw error;
  });
  // The response of the URL depends on the listener.
  return { ...file, cacheControl: file.cacheControl.replace("public", "private") };
}

/** The whole file of standard quality of any track, whoever may see it: for the admin. Throws `NotFound`. */
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
 * Column of a query of tracks: whether the file in high quality holds more than the standard one. Files of the same sample rate
 * differ in their size only: older ones, for which none is stored, and those of engines that have no more to give.
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
    // A replica does not know yet what has just been published.
    (on === primary ? undefined : (await selectTrackAudio(primary, parameters))[0]);
  if (!found || !(found.isVisible || found.userId === viewer?.id)) throw new NotFound("音声が見つかりません");
  if (!found.isVisible) return toFile(found, "private, no-store");
  // May be hidden or deleted at any moment: caches store it but must revalidate each time (a 304).
  const whole = toFile(found, found.isPremiumOnly ? "private, no-cache" : "public, no-cache");
  return hasFullAccess(viewer, found) ? whole : excerptOf(whole, found.excerptBytes);
}

/**
 * The beginning of a file, as a file of its own with a tag of its own: no range reaches beyond it. nginx would send the
 * whole file.
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

/** Read from the primary: the preview is played as soon as it is finished. */
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
    // Before the switch, and before a correction, there were other bytes at the same address.
    modified: new Date(Math.max(file.modified.getTime(), file.premiumOnlyChangedAt?.getTime() ?? 0)),
    etag: `"${file.sha256}"`,
    contentType: "audio/mpeg",
    sendInChunks: true,
    cacheControl,
    accel: environment().STREAM_ACCEL,
  };
}
