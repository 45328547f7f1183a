import { and, eq, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { tracks, users } from "#db/schema/index.ts";

/**
 * Condition for tracks that everybody may see: they are marked visible and their poster is approved. The query must
 * join the poster (`users.id = tracks.userId`).
 */
export const isPublic = and(eq(tracks.isVisible, true), posterIsApproved());

/**
 * Condition for the tracks that `viewer` may see: public ones and their own hidden ones
 * (docs/decisions/0007-denied-accounts.md). The query must join the poster. It is an `or` for visitors too (nobody has
 * the empty id): with `isPublic` alone SQLite without statistics scans all public tracks.
 */
export function visibleTo(viewer: { id: string | Placeholder } | null): SQL | undefined {
  return or(isPublic, and(eq(tracks.userId, viewer?.id ?? ""), posterIsApproved()));
}

/** A track's title, null where `viewer` may not know of the track. The poster is joined. */
export const titleVisibleTo = (viewer: { id: string }) =>
  sql<string | null>`case when ${visibleTo(viewer)} then ${tracks.title} end`;

/** Condition on the track's own flag, for queries about one member's tracks. An `or` for the reason in `visibleTo`. */
export const isMarkedVisible = or(eq(tracks.isVisible, true), eq(tracks.userId, ""));

/** Condition for tracks of approved members; those of others are hidden from everybody, the poster included. */
export function posterIsApproved(): SQL {
  return eq(users.state, "approved");
}
