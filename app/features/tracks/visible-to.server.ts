import { and, eq, or, type SQL } from "drizzle-orm";
import { tracks, users } from "#db/schema/index.ts";

/**
 * Tracks that everybody may know of: their poster shows them, and is an approved member. In every query with this the
 * poster is joined (`users.id = tracks.userId`).
 */
export const isPublic = and(eq(tracks.isVisible, true), postedByMember());

/**
 * The tracks that `viewer` may know of: public ones, and their own hidden ones (docs/decisions/0007-denied-accounts.md).
 * In every query with this the poster is joined.
 */
export function visibleTo(viewer: { id: string } | null): SQL | undefined {
  return viewer ? or(isPublic, and(eq(tracks.userId, viewer.id), postedByMember())) : isPublic;
}

/** What somebody has published is there only while their account is approved, for themselves too. */
export function postedByMember(): SQL {
  return eq(users.state, "approved");
}
