import { and, eq, inArray } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { filesOfPicture } from "#app/features/pictures/picture.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { findWait } from "#app/features/tracks/server/track-listing.server.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { renditions, tracks, users } from "#db/schema/index.ts";
import {
  type AdminTrack,
  type AdminTrackPage,
  maxNumberedTracks,
  type TrackFilter,
  tracksPerPage,
} from "./admin-tracks.ts";
import { findTrackIds } from "./find-track-ids.server.ts";

/** Of the file that plays by default, which the list is about. */
const standardKbps = 64;

/** The newest first, whoever may see them. `page`: from 1. Looks into the storage once per shown track and picture. */
export async function listAdminTracks(options: {
  filter: TrackFilter;
  page?: number;
  cursor?: string | null;
}): Promise<AdminTrackPage> {
  const { filter, page = 1 } = options;
  const after = options.cursor ? decodeCursor(options.cursor) : null;
  const range = after ? { after } : { offset: (page - 1) * tracksPerPage };
  const found = await findTrackIds(filter, { ...range, limit: tracksPerPage });
  const isLastNumber = page * tracksPerPage >= maxNumberedTracks;
  return {
    tracks: await readAdminTracks(found.ids),
    count: found.count,
    isMore: found.isMore,
    page: after ? null : page,
    next: after || isLastNumber ? found.next : null,
  };
}

export async function findAdminTrack(trackId: number): Promise<AdminTrack | null> {
  return (await readAdminTracks([trackId]))[0] ?? null;
}

async function readAdminTracks(ids: readonly number[]): Promise<AdminTrack[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: tracks.id,
      title: tracks.title,
      durationMs: tracks.durationMs,
      isVisible: tracks.isVisible,
      isPremiumOnly: tracks.isPremiumOnly,
      takenDownAt: tracks.takenDownAt,
      takedownReason: tracks.takedownReason,
      listedFrom: tracks.listedFrom,
      reviewedAt: tracks.reviewedAt,
      featuredFrom: tracks.featuredFrom,
      featuredUntil: tracks.featuredUntil,
      playCount: tracks.playCount,
      impressionCount: tracks.impressionCount,
      likeCount: tracks.likeCount,
      bookmarkCount: tracks.bookmarkCount,
      posterId: tracks.userId,
      posterName: users.name,
      posterCustomUserId: users.customUserId,
      posterPicture: users.picture,
      uploadedAt: tracks.uploadedAt,
      storageKey: renditions.storageKey,
      bytes: renditions.bytes,
      defect: renditions.defect,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(renditions, and(eq(renditions.trackId, tracks.id), eq(renditions.kbps, standardKbps)))
    .where(inArray(tracks.id, [...ids]));
  const pictures = await findPictures(rows.map(({ posterPicture }) => posterPicture));
  const read = await Promise.all(
    rows.map(async ({ takenDownAt, listedFrom, storageKey, ...row }): Promise<AdminTrack> => {
      const file = storageKey === null ? null : await audioStorage().stat(storageKey);
      return {
        ...row,
        location: environment().STORAGE,
        exists: file !== null,
        isWithheld: takenDownAt !== null,
        waitsUntil: findWait(listedFrom),
        pictureExists: pictures.get(row.posterPicture) ?? null,
      };
    }),
  );
  const byId = new Map(read.map((track) => [track.id, track]));
  return ids.map((id) => byId.get(id)).filter((track) => track !== undefined);
}

/** Only uploaded pictures are in the map. */
async function findPictures(pictures: readonly (string | null)[]): Promise<Map<string | null, boolean>> {
  const found = new Map<string | null, boolean>();
  await Promise.all(
    [...new Set(pictures)].map(async (picture) => {
      const files = filesOfPicture(picture);
      if (files) found.set(picture, (await audioStorage().stat(files.large)) !== null);
    }),
  );
  return found;
}

export async function findAuthorName(userId: string): Promise<string | null> {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? null;
}
