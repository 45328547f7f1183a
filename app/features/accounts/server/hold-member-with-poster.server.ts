import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tracks, type users } from "#db/schema/index.ts";
import { holdMember } from "./hold-member.server.ts";
import { keepAccounts } from "./keep-accounts.server.ts";

/**
 * Holds the viewer's account as `holdMember` does, and keeps that of the poster of a track, who is told of what the
 * viewer does: both in the order of their ids (docs/decisions/0006-one-order-of-locks.md). Others may keep the same
 * poster meanwhile. Throws `NotAuthenticated` when the viewer's account has gone.
 */
export async function holdMemberWithPoster(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<typeof users.$inferSelect> {
  const [track] = await tx.select({ posterId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const poster = track && track.posterId !== viewer.id ? track.posterId : null;
  if (poster !== null && poster < viewer.id) await keepAccounts(tx, [poster]);
  const account = await holdMember(tx, viewer.id);
  if (poster !== null && poster > viewer.id) await keepAccounts(tx, [poster]);
  return account;
}
