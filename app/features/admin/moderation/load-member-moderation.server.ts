import { and, desc, eq, isNotNull, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlists, trackReports } from "#db/schema/index.ts";
import { type ModeratedPlaylist, toModeratedPlaylist } from "./moderated.ts";

const maxPlaylists = 20;

/** Omits private playlists: they are nobody's business. */
export async function loadMemberModeration(
  userId: string,
): Promise<{ playlists: ModeratedPlaylist[]; reportCount: number }> {
  const { id, name, description, category, isPublic, takenDownAt, createdAt } = playlists;
  const [found, reportCount] = await Promise.all([
    db
      .select({ id, name, description, category, isPublic, takenDownAt })
      .from(playlists)
      .where(and(eq(playlists.userId, userId), or(eq(isPublic, true), isNotNull(takenDownAt))))
      .orderBy(desc(createdAt), desc(id))
      .limit(maxPlaylists),
    db.$count(trackReports, eq(trackReports.memberId, userId)),
  ]);
  return { playlists: found.map(toModeratedPlaylist), reportCount };
}
