import { and, eq } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlists, users } from "#db/schema/index.ts";
import { isPublicPlaylist } from "./viewable-by.server.ts";

interface HeldFollow {
  follower: { id: string; state: "approved" | "pending" | "denied" };
  /** Undefined when it is not there. `isOpen`: everybody may see it. */
  playlist: { id: number; userId: string; followerCount: number; isOpen: boolean } | undefined;
}

/**
 * Both sides of a playlist's follow as they are now, held until `tx` ends: the follower's account, which could be
 * denied meanwhile and counted out, and the playlist. Throws `NotAuthenticated` for a follower who has gone.
 */
export async function holdFollow(
  tx: Db,
  { userId, playlistId }: { userId: string; playlistId: number },
): Promise<HeldFollow> {
  const [follower] = await held(
    tx.select({ id: users.id, state: users.state }).from(users).where(eq(users.id, userId)),
    "no key update",
  );
  if (!follower) throw new NotAuthenticated();
  const [playlist] = await held(
    tx
      .select({ id: playlists.id, userId: playlists.userId, followerCount: playlists.followerCount })
      .from(playlists)
      .where(eq(playlists.id, playlistId)),
    "no key update",
  );
  if (!playlist) return { follower, playlist };
  const open = await tx
    .select({ id: playlists.id })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(eq(playlists.id, playlistId), isPublicPlaylist));
  return { follower, playlist: { ...playlist, isOpen: open.length > 0 } };
}
