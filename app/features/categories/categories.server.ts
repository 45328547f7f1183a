import { and, desc, eq, exists, gt, not, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { type Audience, audienceOf, isListedFor } from "#app/features/tracks/server/track-listing.server.ts";
import { type Db, db, write } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { contains, foldText, startsWith } from "#db/search/text.ts";
import type { categoryReply } from "./categories.schema.ts";

/** Limits the search for names that contain the text. */
const maxScanned = 5000;

type Asker = Pick<Viewer, "state"> | null;

/** Beginnings before other matches, the most used first. Visitors see only categories of tracks that lists show them. */
export async function searchCategories(options: {
  viewer: Asker;
  query: string;
  limit: number;
}): Promise<CategoryReply[]> {
  const { limit } = options;
  const isKnown = audienceOf(options.viewer) === "visitors" ? hasListedTracks(db, "visitors") : undefined;
  const query = foldText(options.query).trim();
  if (query === "") return findMostUsed(isKnown, limit);
  const begins = startsWith(labels.folded, query);
  const first = await findMostUsed(and(begins, isKnown), limit);
  if (first.length === limit) return first;
  const used = db
    .select({ name: labels.name, folded: labels.folded, usageCount: labels.usageCount, id: labels.id })
    .from(labels)
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(maxScanned)
    .as("used");
  const others = await db
    .select({ name: used.name, usageCount: used.usageCount })
    .from(used)
    .innerJoin(labels, eq(labels.id, used.id))
    .where(and(contains(used.folded, query), not(startsWith(used.folded, query)), isKnown))
    .orderBy(desc(used.usageCount), desc(used.id))
    .limit(limit - first.length);
  return [...first, ...others];
}

const findMostUsed = (where: SQL | undefined, limit: number) =>
  db
    .select({ name: labels.name, usageCount: labels.usageCount })
    .from(labels)
    .where(where)
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(limit);

const hasListedTracks = (on: Db, audience: Audience) =>
  exists(
    on
      .select({ id: trackLabels.trackId })
      .from(trackLabels)
      .innerJoin(tracks, eq(tracks.id, trackLabels.trackId))
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(eq(trackLabels.labelId, labels.id), isListedFor(audience))),
  );

const prepareUsed = (audience: Audience) =>
  prepared((on, value: ValuesOf<{ limit: number }>) =>
    on
      .select({ name: labels.name, usageCount: labels.usageCount })
      .from(labels)
      .where(and(gt(labels.usageCount, 0), hasListedTracks(on, audience)))
      .orderBy(desc(labels.usageCount), desc(labels.id))
      .limit(value("limit")),
  );
const selectUsed = { members: prepareUsed("members"), visitors: prepareUsed("visitors") };

/** Only categories of tracks that lists show to `viewer`, the most used first. */
export const listTrackCategories = (options: { viewer: Asker; limit: number }): Promise<CategoryReply[]> =>
  selectUsed[audienceOf(options.viewer)](db, { limit: options.limit });

/** Finds an existing one. Throws `Invalid` for a harmful name, `NotAuthenticated` when the account was deleted. */
export async function addCategory(options: {
  viewer: { id: string };
  name: string;
}): Promise<{ category: CategoryReply; isNew: boolean }> {
  const { viewer, name } = options;
  await requireHarmless({ name });
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    const [added] = await tx
      .insert(labels)
      .values({ name, folded: foldText(name) })
      .onConflictDoNothing()
      .returning({ id: labels.id });
    const [category] = await tx
      .select({ name: labels.name, usageCount: labels.usageCount })
      .from(labels)
      .where(eq(labels.name, name));
    return { category: category ?? { name, usageCount: 0 }, isNew: added !== undefined };
  });
}

type CategoryReply = z.infer<typeof categoryReply>;
