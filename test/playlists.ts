import { write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";

/** Public, at places 1, 2, … by default. Returns its id. */
export async function addPlaylist(o: {
  userId: string;
  trackIds: number[];
  positions?: number[];
  name?: string;
  isPublic?: boolean;
  publicSlug?: string;
  category?: string;
  description?: string;
}): Promise<number> {
  const now = new Date();
  return write(async (tx) => {
    const [playlist] = await tx
      .insert(playlists)
      .values({
        userId: o.userId,
        name: o.name ?? "夜のリスト",
        category: o.category ?? "その他",
        description: o.description ?? null,
        isPublic: o.isPublic ?? true,
        publicSlug: o.publicSlug ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: playlists.id });
    if (!playlist) throw new Error("no playlist");
    if (o.trackIds.length > 0) {
      await tx.insert(playlistItems).values(
        o.trackIds.map((trackId, index) => ({
          playlistId: playlist.id,
          trackId,
          position: o.positions?.[index] ?? index + 1,
        })),
      );
    }
    return playlist.id;
  });
}
