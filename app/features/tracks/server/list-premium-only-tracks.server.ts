import { desc, eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";

/** Every premium-only track, the newest first, hidden ones too: for operators. */
export function listPremiumOnlyTracks(): Promise<{ id: number; title: string; posterName: string }[]> {
  return primary
    .select({ id: tracks.id, title: tracks.title, posterName: users.name })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(tracks.isPremiumOnly, true))
    .orderBy(desc(tracks.id));
}
