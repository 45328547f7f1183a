import { and, eq, or, type SQL } from "drizzle-orm";
import { tracks, users } from "#db/schema/index.ts";

/**
 * Tracks that everybody may know of: their poster shows them, and is an approved member. In every query with this the
 * poster is joined (`users.id = tracks.userId`).
 */
export const isPublic = and(eq(tracks.isVisible, true), postedByMember());

/**
 * The tracks that `viewer` may know of: public ones, and their own hidden ones (docs/decisions/0007-denied-accounts.md).
 * In every query with this the poster is joined. Two alternatives for visitors too, of whom none has the empty id: by the
 * first alone SQLite without statistics reads all public tracks instead of the few that the query is about.
 */
export function visibleTo(viewer: { id: string } | null): SQL | undefined {
  return or(isPublic, and(eq(tracks.userId, viewer?.id ?? ""), postedByMember()));
}

/** That the poster shows a track, in queries about the tracks of one member. Two alternatives as in `visibleTo`. */
export const isShown = or(eq(tracks.isVisible, true), eq(tracks.userId, ""));

/** What somebody has published is there only while their account is approved, for themselves too. */
export function postedByMember(): SQL {
  return eq(users.state, "approved");
}
