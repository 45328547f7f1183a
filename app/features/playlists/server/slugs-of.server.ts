import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";

/** The slugs of a member's playlists, without that of `except`. Free ones stay so while the member is held (`holdMember`). */
export async function slugsOf(tx: Db, o: { userId: string; except?: number }): Promise<Set<string>> {
  const rows = await tx
    .select({ slug: playlists.publicSlug })
    .from(playlists)
    .where(
      and(
        eq(playlists.userId, o.userId),
        isNotNull(playlists.publicSlug),
        o.except === undefined ? undefined : ne(playlists.id, o.except),
      ),
    );
  return new Set(rows.flatMap(({ slug }) => slug ?? []));
}
