import { and, eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { trackReports } from "#db/schema/index.ts";
import type { Report } from "./reports.schema.ts";

/** The viewer's report of a track, null for none. */
export async function findOwnReport(options: {
  viewer: { id: string };
  trackId: number;
}): Promise<Report | null> {
  const { viewer, trackId } = options;
  const [report] = await primary
    .select({ reason: trackReports.reason, comment: trackReports.comment })
    .from(trackReports)
    .where(and(eq(trackReports.trackId, trackId), eq(trackReports.userId, viewer.id)));
  return report ?? null;
}
