import { eq, or, type SQL } from "drizzle-orm";
import { tracks } from "#db/schema/index.ts";

/** The tracks that `viewer` may know of: public ones, and their own hidden ones. */
export function visibleTo(viewer: { id: string } | null): SQL | undefined {
  const isPublic = eq(tracks.isVisible, true);
  return viewer ? or(isPublic, eq(tracks.userId, viewer.id)) : isPublic;
}
