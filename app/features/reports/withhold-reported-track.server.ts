import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { withholdTrack } from "#app/features/tracks/moderation/withhold-track.server.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { handleReports, lockReportsOfTrack } from "./handle-reports.server.ts";

/**
 * Withholds a reported track and closes its reports up to `seenAt`, all or nothing; one that is withheld already keeps its
 * reason. `reason`: what the poster reads; null for nothing. Throws `NotFound`, `Conflict` (`handleReports`).
 */
export function withholdReportedTrack(options: {
  trackId: number;
  seenAt: Date;
  reason: string | null;
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { trackId, reason, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId, { withPoster: true });
    const [track] = await tx
      .select({ withheldAt: tracks.withheldAt })
      .from(tracks)
      .where(eq(tracks.id, trackId));
    if (track?.withheldAt === null) await withholdTrack({ trackId, reason, actor, now });
    return handleReports({ ...options, outcome: "withheld", note: reason ?? "", now });
  });
}
