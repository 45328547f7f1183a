import { eq } from "drizzle-orm";
import { Forbidden } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlists, users } from "#db/schema/index.ts";
import { playlistNotFound } from "./find-playlist.server.ts";

/**
 * A member's own playlist, held until `tx` ends; whoever changes it or its items does so first. Throws `NotFound` for
 * one that is not there or private and somebody else's, `Forbidden` for somebody else's public one.
 */
export async function holdOwnPlaylist(
  tx: Db,
  { viewer, playlistId }: { viewer: { id: string }; playlistId: number },
): Promise<typeof playlists.$inferSelect> {
  const [found] = await held(
    tx
      .select({ playlist: playlists, ownerState: users.state })
      .from(playlists)
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(eq(playlists.id, playlistId)),
    "no key update",
    { of: playlists },
  );
  const own = found?.playlist.userId === viewer.id;
  const isPublic = found?.playlist.isPublic && found.ownerState === "approved";
  if (!found || !(own || isPublic)) throw playlistNotFound();
  if (!own) throw new Forbidden();
  return found.playlist;
}
