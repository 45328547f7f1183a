import { and, eq, sql } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { postedByMember } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";

const prepare = () =>
  db
    .select({ posterId: tracks.userId, isVisible: tracks.isVisible, durationMs: tracks.durationMs })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, sql.placeholder("trackId")), postedByMember()))
    .prepare("");

let prepared: { on: typeof db; query: ReturnType<typeof prepare> } | undefined;

/** What counting needs of a track that `viewer` may know of; every play asks, so the query is built once. Throws `NotFound`. */
export async function findCountedTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
}): Promise<{ posterId: string; durationMs: number }> {
  if (prepared?.on !== db) prepared = { on: db, query: prepare() };
  const [track] = await prepared.query.execute({ trackId: options.trackId });
  if (!track || !(track.isVisible || track.posterId === options.viewer?.id))
    throw new NotFound("音声が見つかりません");
  return track;
}
