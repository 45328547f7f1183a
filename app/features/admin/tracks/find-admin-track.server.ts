import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { isLockedOut, officialAccount } from "#app/features/accounts/account.ts";
import { correctedPlace } from "#app/features/creation/correction/correction.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { db } from "#db/client.ts";
import {
  labels,
  renditions,
  trackCorrections,
  trackLabels,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import { loadLog } from "../log/load-log.server.ts";
import { toAdminTrackItem } from "./admin-track-item.ts";
import { findAdminTrack } from "./list-admin-tracks.server.ts";

const defectLabels = { missing: "ファイルがありません", damaged: "記録と違います" } as const;

export type AdminTrackPageData = NonNullable<Awaited<ReturnType<typeof findAdminTrackPage>>>;
export type TrackLog = AdminTrackPageData["log"];

export async function findAdminTrackPage(trackId: number) {
  const track = await findAdminTrack(trackId);
  const [details] = await db
    .select({ description: tracks.description, script: tracks.script, authorState: users.state })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(tracks.id, trackId));
  if (!track || !details) return null;
  const names = await db
    .select({ name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(eq(trackLabels.trackId, trackId))
    .orderBy(asc(trackLabels.position));
  const ofTrack = eq(trackReports.trackId, trackId);
  return {
    track: toAdminTrackItem(track),
    durationMs: track.durationMs,
    /** If so, nobody but the admin opens the track. */
    isAuthorLockedOut: isLockedOut(details.authorState),
    description: details.description,
    /** The whole script, of premium-only tracks too. */
    script: details.script,
    labels: names.map(({ name }) => name),
    files: await listFiles(trackId),
    reports: {
      open: await db.$count(trackReports, and(ofTrack, isNull(trackReports.handledAt))),
      all: await db.$count(trackReports, ofTrack),
    },
    corrections: await listAllCorrections(trackId),
    log: await findTrackLog(trackId),
  };
}

async function listFiles(trackId: number) {
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
  return files.map(({ kbps, bytes, checkedAt, defect }) => ({
    kbps,
    size: `${(bytes / 1_000_000).toFixed(1)}MB`,
    state:
      checkedAt === null
        ? "まだ確認していません"
        : `${defect ? defectLabels[defect] : "記録と同じ"}（${formatDateTime(checkedAt)}）`,
  }));
}

async function listAllCorrections(trackId: number) {
  const rows = await db
    .select()
    .from(trackCorrections)
    .where(eq(trackCorrections.trackId, trackId))
    .orderBy(desc(trackCorrections.createdAt));
  return rows.map(({ id, field, line, before, after, note, state, correctedAt, createdAt }) => ({
    id,
    field,
    place: correctedPlace({ field, line: line + 1 }),
    before,
    after,
    note,
    at: formatDateTime(correctedAt ?? createdAt),
    state: correctedAt ? "訂正済み" : state === "failed" ? "失敗" : "作成中",
  }));
}

/** Also for a track that is gone. */
export async function findTrackLog(trackId: number) {
  const any = { user: "", target: "", action: "", who: "", from: "", to: "", automated: "1" };
  const { rows, next } = await loadLog({ ...any, track: String(trackId) }, undefined);
  return { rows, isMore: next !== null };
}

/** Whether a member has hidden the track from everybody else: looks at it are recorded (`logTrackAccess`). */
export async function isHiddenByAuthor(trackId: number): Promise<boolean> {
  const [track] = await db
    .select({
      userId: tracks.userId,
      isShown: sql<boolean>`coalesce(${tracks.wasVisibleBefore}, ${tracks.isVisible})`.mapWith(Boolean),
    })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  return track !== undefined && track.userId !== officialAccount.id && !track.isShown;
}
