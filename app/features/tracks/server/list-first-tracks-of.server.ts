import { and, asc, eq } from "drizzle-orm";
import { mostStrands, type WovenTrack } from "#app/features/playlists/weave.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { listFirstLabels } from "./list-first-labels.server.ts";
import { isShown } from "./visible-to.server.ts";

/**
 * The first public tracks that a member has published, which the cover of their feed is woven of: it stays as it is
 * when they publish more. Whether the member may be seen is the caller's to know.
 */
export async function listFirstTracksOf({ userId }: { userId: string }): Promise<WovenTrack[]> {
  const found = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.userId, userId), isShown))
    .orderBy(asc(tracks.uploadedAt), asc(tracks.id))
    .limit(mostStrands);
  const labels = await listFirstLabels(found.map(({ id }) => id));
  return found.map(({ id }) => ({ id, label: labels.get(id) ?? null }));
}
