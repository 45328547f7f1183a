import { and, eq, gt, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { postedByMember } from "#app/features/tracks/server/visible-to.server.ts";
import { type Db, db, primary } from "#db/client.ts";
import { audioTasks, renditions, tracks, users } from "#db/schema/index.ts";
import type { FileToServe } from "./respond-with-file.server.ts";

/** What everybody hears, and what comes with premium. */
const standardKbps = 64;
const highKbps = 128;

/**
 * The file behind `/api/stream/{id}`: a numeric id is a track (a hidden one for its owner only; none whose poster is not
 * approved), anything else the file name of a preview (for its maker only). `current`: not from a replica. `kbps`: of a
 * track, 64 unless told. Throws `NotFound`.
 */
export async function findAudio(options: {
  viewer: { id: string } | null;
  id: string;
  current?: boolean;
  kbps?: number;
}): Promise<FileToServe> {
  const { viewer, id, kbps = standardKbps } = options;
  const on = options.current ? primary : db;
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31
    ? audioOfTrack(on, viewer, { trackId: Number(id), kbps })
    : audioOfPreview(on, viewer, id);
}

/** The same in high quality where there is one. Whose right that is, the caller knows. */
export async function findHighAudio(options: {
  viewer: { id: string };
  id: string;
  current?: boolean;
}): Promise<FileToServe> {
  const file = await findAudio({ ...options, kbps: highKbps }).catch((error: unknown) => {
    if (error instanceof NotFound) return findAudio(options);
    throw error;
  });
  // What the address gives depends on the listener.
  return { ...file, cacheControl: file.cacheControl.replace("public", "private") };
}

async function audioOfTrack(
  on: Db,
  viewer: { id: string } | null,
  wanted: { trackId: number; kbps: number },
): Promise<FileToServe> {
  const [found] = await trackAudio(on).execute(wanted);
  if (!found || !(found.isVisible || found.userId === viewer?.id)) throw new NotFound("音声が見つかりません");
  // A public track may be hidden or deleted at any moment: caches keep it and ask each time, which costs a 304.
  return asFile(found, found.isVisible ? "public, no-cache" : "private, no-store");
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
    .where(and(eq(tracks.id, sql.placeholder("trackId")), postedByMember()))
    // Without a name Postgres keeps nothing on the connection, so poolers between need not know of it.
    .prepare("");

let prepared: { on: Db; query: ReturnType<typeof prepareTrackAudio> } | undefined;

/** The query, built once for each opened database: players ask often, and building it costs more than running it. */
function trackAudio(on: Db) {
  if (on !== db) return prepareTrackAudio(on);
  if (prepared?.on !== db) prepared = { on: db, query: prepareTrackAudio(db) };
  return prepared.query;
}

async function audioOfPreview(on: Db, viewer: { id: string } | null, filename: string): Promise<FileToServe> {
  if (!viewer) throw new NotFound("音声が見つかりません");
  const [task] = await on
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
  return asFile({ ...file, modified: task.modified }, "private, no-store");
}

function asFile(
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
    isPlayed: true,
    cacheControl,
    accel: environment().STREAM_ACCEL,
  };
}
