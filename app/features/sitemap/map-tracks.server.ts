import { and, asc, eq, gt, lte } from "drizzle-orm";
import { db } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";
import { trackPath } from "../tracks/track-path.ts";
import { type MappedPage, mostInMap } from "./sitemap-xml.ts";

const batchSize = 1000;

/** The pages of all public tracks with ids above `after`, at most 10,000 further. */
export async function* mapTracks(options: { after: number; origin: string }): AsyncGenerator<MappedPage[]> {
  const { origin } = options;
  const until = options.after + mostInMap;
  for (let after = options.after; after < until; after += batchSize) {
    const found = await db
      .select({
        id: tracks.id,
        userId: tracks.userId,
        posterCustomUserId: users.customUserId,
        uploadedAt: tracks.uploadedAt,
        isVisible: tracks.isVisible,
        state: users.state,
      })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(gt(tracks.id, after), lte(tracks.id, after + batchSize)))
      .orderBy(asc(tracks.id));
    // Asked for in the query, SQLite would begin with all members. The rule is that of `isPublic`.
    const shown = found.filter(({ isVisible, state }) => isVisible && state === "approved");
    yield shown.map((track) => ({ url: origin + trackPath(track), modified: track.uploadedAt }));
  }
}
