import { and, eq, gt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { NotFound } from "#app/features/domain-error.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { posterIsApproved } from "#app/features/tracks/server/track-visibility.server.ts";
import { type Db, db, primary } from "#db/client.ts";
import { audioTasks, renditions, tracks, users } from "#db/schema/index.ts";

/** Standard quality, and high quality for premium members. */
const standardKbps = 64;
const highKbps = 128;
/** A file of more samples per second than this holds what no file of standard quality does. */
const maxStandardSampleRate = 24_000;

/**
 * The file of `/api/stream/{id}`: a numeric id is a track (a hidden one for its owner only; the poster must be approved),
 * anything else the file name of a preview (for its creator only). `current`: not from a replica. `kbps`: of a track, by
 * default 64. Throws `NotFound`.
 */
export async function findAudio(options: {
  viewer: { id: string } | null;
  id: string;
  current?: boolean;
  kbps?: number;
}): Promise<FileToServe> {
  const { viewer, id, kbps = standardKbps } = options;
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31
    ? findTrackAudio(options.current ? primary : db, viewer, { trackId: Number(id), kbps })
    : findPreviewAudio(viewer, id);
}

/** The same in high quality if the track has it. The caller checks the entitlement. */
export async function findHighAudio(options: {
  viewer: { id: string };
  id: string;
  current?: boolean;
}): Promise<FileToServe> {
  const file = await findAudio({ ...options, kbps: highKbps }).catch((error: unknown) => {
    if (error instanceof NotFound) return findAudio(options);
    throw error;
  });
  // The response of the URL depends on the listener.
  return { ...file, cacheControl: file.cacheControl.replace("public", "private") };
}

/**
 * Whether a track's file in high quality holds more than its standard one. Files of the same sample rate differ in their
 * size only: older ones, for which none is stored, and those of engines that have no more to give.
 */
export async function hasHighQuality(trackId: number): Promise<boolean> {
  const found = await db
    .select({ trackId: renditions.trackId })
    .from(renditions)
    .where(
      and(
        eq(renditions.trackId, trackId),
        eq(renditions.kbps, highKbps),
        gt(renditions.sampleRate, maxStandardSampleRate),
      ),
    );
  return found.length > 0;
}

async function findTrackAudio(
  on: Db,
  viewer: { id: string } | null,
  parameters: { trackId: number; kbps: number },
): Promise<FileToServe> {
  const found =
    (await preparedTrackAudio(on).execute(parameters))[0] ??
    // A replica does not know yet what has just been published.
    (on === primary ? undefined : (await preparedTrackAudio(primary).execute(parameters))[0]);
  if (!found || !(found.isVisible || found.userId === viewer?.id)) throw new NotFound("音声が見つかりません");
  // A public track may be hidden or deleted at any moment: caches store it but must revalidate each time (a 304).
  return toFile(found, found.isVisible ? "public, no-cache" : "private, no-store");
}

const prepareTrackAudio = (on: Db) =>
  on
    .select({
      isVisible: tracks.isVisible,
      userId: tracks.userId,
      storageKey: renditions.storageKey,
      bytes: renditions.bytes,
      sha256: renditions.sha256,
      modified: renditions.createdAt,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .innerJoin(
      renditions,
      and(eq(renditions.trackId, tracks.id), eq(renditions.kbps, sql.placeholder("kbps"))),
    )
    .where(and(eq(tracks.id, sql.placeholder("trackId")), posterIsApproved()))
    // Unnamed: Postgres stores nothing on the connection, so it works through connection poolers.
    .prepare("");

let prepared: { on: Db; query: ReturnType<typeof prepareTrackAudio> } | undefined;

/** The query, built once per opened database: it runs often, and building it costs more than running it. */
function preparedTrackAudio(on: Db) {
  if (on !== db) return prepareTrackAudio(on);
  if (prepared?.on !== db) prepared = { on: db, query: prepareTrackAudio(db) };
  return prepared.query;
}

/** Read from the primary: the preview is played as soon as it is finished. */
async function findPreviewAudio(viewer: { id: string } | null, filename: string): Promise<FileToServe> {
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
  file: { storageKey: string; bytes: number; sha256: string; modified: Date },
  cacheControl: string,
): FileToServe {
  return {
    storage: audioStorage(),
    key: file.storageKey,
    bytes: file.bytes,
    modified: file.modified,
    etag: `"${file.sha256}"`,
    contentType: "audio/mpeg",
    sendInChunks: true,
    cacheControl,
    accel: environment().STREAM_ACCEL,
  };
}
