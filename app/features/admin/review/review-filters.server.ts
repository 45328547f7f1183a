import { asc, eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { reviewFilters } from "#db/schema/index.ts";
import { maxReviewFilters, type ReviewFilter, reviewQuery } from "./review.ts";

export interface SavedFilter {
  id: number;
  name: string;
  query: string;
}

export const listReviewFilters = (): Promise<SavedFilter[]> =>
  db
    .select({ id: reviewFilters.id, name: reviewFilters.name, query: reviewFilters.query })
    .from(reviewFilters)
    .orderBy(asc(reviewFilters.name))
    .limit(maxReviewFilters);

/** Shared by all operators; replaces its namesake. Throws `Invalid` for an empty filter, `Conflict` above 20. */
export async function saveReviewFilter(o: {
  actor: Actor;
  name: string;
  filter: ReviewFilter;
}): Promise<void> {
  const { actor, name, filter } = o;
  const query = reviewQuery(filter);
  if (query === "") throw new Invalid({ name: ["先に条件を選んで、絞り込んでください"] });
  const now = new Date();
  await write(async (tx) => {
    const saved = await tx.select({ name: reviewFilters.name }).from(reviewFilters).limit(maxReviewFilters);
    if (saved.length === maxReviewFilters && !saved.some((one) => one.name === name))
      throw new Conflict(`保存できる条件は${maxReviewFilters}件までです。`);
    await tx
      .insert(reviewFilters)
      .values({ name, query, createdAt: now })
      .onConflictDoUpdate({ target: reviewFilters.name, set: { query } });
    await recordAudit(tx, {
      actor,
      action: "review.filter",
      target: { type: "settings", id: "review-filters" },
      after: { name, query },
      now,
    });
  });
}

/** Throws `NotFound`. */
export async function removeReviewFilter({ actor, id }: { actor: Actor; id: number }): Promise<void> {
  await write(async (tx) => {
    const [gone] = await tx.delete(reviewFilters).where(eq(reviewFilters.id, id)).returning();
    if (!gone) throw new NotFound("この条件は、ほかの画面で先に削除されています。");
    await recordAudit(tx, {
      actor,
      action: "review.filter",
      target: { type: "settings", id: "review-filters" },
      before: { name: gone.name, query: gone.query },
    });
  });
}
