import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlists } from "#db/schema/index.ts";
import { Forbidden } from "../domain-error.ts";
import { playlistNotFound } from "./find-playlist.server.ts";

/**
 * A member's own playlist, held until `tx` ends; whoever changes it or its items does so first. Throws `NotFound` for
 * one that is not there or private and somebody else's, `Forbidden` for somebody else's public one.
 */
export async function holdOwnPlaylist(
  tx: Db,
  { viewer, playlistId }: { viewer: { id: string }; playlistId: number },
): Promise<typeof playlists.$inferSelect> {
  const [playlist] = await held(
    tx.select().from(playlists).where(eq(playlists.id, playlistId)),
    "no key update",
  );
  if (!playlist || (playlist.userId !== viewer.id && !playlist.isPublic)) throw playlistNotFound();
  if (playlist.userId !== viewer.id) throw new Forbidden();
  return playlist;
}
