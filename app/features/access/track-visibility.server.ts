import { and, eq, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { noIndexHint } from "#db/query-plans.ts";
import { tracks, users } from "#db/schema/index.ts";

/** Condition on the track's flag, for queries that find tracks by something else. */
export const isMarkedVisible = noIndexHint(eq(tracks.isVisible, true));

/**
 * Condition: visible to everybody. The query must join the author (`users.id = tracks.userId`) and find its tracks by something
 * else.
 */
export const isPublic = and(isMarkedVisible, authorIsApproved());

/**
 * Condition: public or the viewer's own (docs/decisions/0007-denied-accounts.md). The query must join the author and find its
 * tracks by something else. Visitors get both alternatives, so that one prepared query serves everybody: nobody has the empty
 * id.
 */
export function visibleTo(viewer: { id: string | Placeholder } | null): SQL | undefined {
  return and(or(isMarkedVisible, eq(tracks.userId, viewer?.id ?? "")), authorIsApproved());
}

/** Null unless the track is public or `viewer`'s own, who may be suspended and export it. The author is joined. */
export const titleVisibleTo = (viewer: { id: string }) =>
  sql<string | null>`case when ${or(eq(tracks.userId, viewer.id), isPublic)} then ${tracks.title} end`;

/** Tracks of unapproved members are hidden from everybody, the author included. */
export function authorIsApproved(): SQL {
  return noIndexHint(eq(users.state, "approved"));
}
