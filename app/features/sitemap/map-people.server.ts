import { and, asc, eq, exists, gt } from "drizzle-orm";
import { isShown } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";
import { profilePath } from "../people/profile-path.ts";
import { type MappedPage, mostInMap } from "./sitemap-xml.ts";

const batchSize = 1000;

/**
 * The pages of members who have a public track, among the 10,000 accounts whose ids follow `after`. Who has published
 * nothing has a page, but is not listed.
 */
export async function* mapPeople(options: { after: string; origin: string }): AsyncGenerator<MappedPage[]> {
  const { origin } = options;
  const hasPublished = exists(
    db
      .select({ id: tracks.id })
      .from(tracks)
      .where(and(eq(tracks.userId, users.id), isShown)),
  );
  let { after } = options;
  for (let seen = 0; seen < mostInMap; seen += batchSize) {
    const batch = await db
      .select({ id: users.id, customUserId: users.customUserId, state: users.state, hasPublished })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(batchSize);
    yield batch
      .filter((person) => person.state === "approved" && Boolean(person.hasPublished))
      .map((person) => ({ url: origin + profilePath(person) }));
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = last.id;
  }
}
