import { eq, sql } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { tracks, users } from "#db/schema/index.ts";

/**
 * Keeps the viewer's account and that of the poster of a track, who is told of what the viewer does, from being deleted
 * or denied until `tx` ends (docs/decisions/0006-one-order-of-locks.md). One statement finds both: a track's poster
 * never changes. Throws `NotAuthenticated` when the viewer's account has gone meanwhile.
 */
export async function keepWithPoster(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<void> {
  const poster = tx.select({ id: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const kept = await held(
    tx
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.id} in (${viewer.id}, ${poster})`)
      .orderBy(users.id),
    "key share",
  );
  if (!kept.some(({ id }) => id === viewer.id)) throw new NotAuthenticated();
}
