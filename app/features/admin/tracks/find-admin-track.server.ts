import { and, asc, eq, isNull } from "drizzle-orm";
import { formatDateTime } from "#app/lib/format-date.ts";
import { db } from "#db/client.ts";
import { labels, renditions, trackLabels, trackReports, tracks } from "#db/schema/index.ts";
import type { AdminTrack } from "./admin-tracks.ts";
import { findAdminTrack } from "./list-admin-tracks.server.ts";

const defectLabels = { missing: "ファイルがありません", damaged: "記録と違います" } as const;

/** What the console's page of a track shows; null for an unknown one. The script is the whole, of premium-only tracks too. */
export async function findAdminTrackPage(trackId: number): Promise<{
  track: AdminTrack;
  script: string;
  labels: string[];
  files: { kbps: number; size: string; state: string }[];
  openReports: number;
} | null> {
  const track = await findAdminTrack(trackId);
  if (!track) return null;
  const [text] = await db.select({ script: tracks.script }).from(tracks).where(eq(tracks.id, trackId));
  const names = await db
    .select({ name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(eq(trackLabels.trackId, trackId))
    .orderBy(asc(trackLabels.position));
  const files = await db
    .select({
      kbps: renditions.kbps,
      bytes: renditions.bytes,
      checkedAt: renditions.checkedAt,
      defect: renditions.defect,
    })
    .from(renditions)
    .where(eq(renditions.trackId, trackId))
    .orderBy(asc(renditions.kbps));
  return {
    track,
    script: text?.script ?? "",
    labels: names.map(({ name }) => name),
    files: files.map(({ kbps, bytes, checkedAt, defect }) => ({
      kbps,
      size: `${(bytes / 1_000_000).toFixed(1)}MB`,
      state:
        checkedAt === null
          ? "まだ確認していません"
          : `${defect ? defectLabels[defect] : "記録と同じ"}（${formatDateTime(checkedAt)}）`,
    })),
    openReports: await db.$count(
      trackReports,
      and(eq(trackReports.trackId, trackId), isNull(trackReports.handledAt)),
    ),
  };
}
