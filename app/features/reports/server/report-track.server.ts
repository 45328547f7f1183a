import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/server/send-email.server.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { formatDateTime } from "#app/lib/format-date-time.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import { reasonLabels, reportMessages } from "../report.ts";
import type { Report } from "../reports.schema.ts";

/** A visitor's same report again within this time is a second press of the button. */
const sameMs = 10 * 60_000;
/** Of a track's reports for one reason one is told within this time. */
const toldEveryMs = 24 * 60 * 60_000;

/**
 * Keeps that a listener thinks a track should be looked at, for the admin console; once a day for each reason it goes to
 * `SUPPORT_EMAIL` too. A member has one report a track, and changes it by reporting again. Throws `NotFound` for what
 * `viewer` may not know of, `Forbidden` for their own, `NotAuthenticated` when the account has gone.
 */
export async function reportTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
  report: Report;
  now?: Date;
}): Promise<void> {
  const { viewer, trackId, report, now = new Date() } = options;
  await write(async (tx) => {
    if (viewer) await keepAccount(tx, viewer.id);
    const { title } = await holdReportedTrack(tx, options);
    const isTold = await isToldAlready(tx, {
      ...options,
      reason: report.reason,
      since: new Date(now.getTime() - toldEveryMs),
    });
    if (viewer) {
      const changed = { ...report, createdAt: now, handledAt: null };
      await tx
        .insert(trackReports)
        .values({ trackId, userId: viewer.id, ...changed })
        .onConflictDoUpdate({ target: [trackReports.trackId, trackReports.userId], set: changed })
        .returning({ id: trackReports.id });
    } else {
      if (await isKeptAlready(tx, { trackId, report, since: new Date(now.getTime() - sameMs) })) return;
      await tx
        .insert(trackReports)
        .values({ trackId, userId: null, ...report, createdAt: now })
        .returning({ id: trackReports.id });
    }
    const { SUPPORT_EMAIL: support } = environment();
    if (isTold || !support) return;
    await sendEmail(tx, {
      to: support,
      template: "track-report",
      values: {
        trackId: String(trackId),
        title,
        reason: reasonLabels[report.reason],
        comment: report.comment,
        receivedAt: formatDateTime(now),
      },
      userId: viewer?.id ?? null,
      now,
    });
  });
}

/** The track, held until `tx` ends: its reports come one after another, so that one is the first. */
async function holdReportedTrack(tx: Db, options: { viewer: { id: string } | null; trackId: number }) {
  const { viewer, trackId } = options;
  const [track] = await held(
    tx
      .select({ title: tracks.title, userId: tracks.userId })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(eq(tracks.id, trackId), visibleTo(viewer))),
    "no key update",
    { of: tracks },
  );
  if (!track) throw new NotFound("音声が見つかりません");
  if (track.userId === viewer?.id) throw new Forbidden(reportMessages.own);
  return track;
}

/** Whether the day's report of a track for this reason is told; a visitor, who may be its poster, silences no member. */
async function isToldAlready(
  tx: Db,
  options: { viewer: { id: string } | null; trackId: number; reason: Report["reason"]; since: Date },
): Promise<boolean> {
  const { viewer, trackId, reason, since } = options;
  const { userId, createdAt } = trackReports;
  const [told] = await tx
    .select({ id: trackReports.id })
    .from(trackReports)
    .where(
      and(
        eq(trackReports.trackId, trackId),
        eq(trackReports.reason, reason),
        gt(createdAt, since),
        viewer ? isNotNull(userId) : undefined,
      ),
    )
    .limit(1);
  return told !== undefined;
}

async function isKeptAlready(
  tx: Db,
  options: { trackId: number; report: Report; since: Date },
): Promise<boolean> {
  const { trackId, report, since } = options;
  const [kept] = await tx
    .select({ id: trackReports.id })
    .from(trackReports)
    .where(
      and(
        eq(trackReports.trackId, trackId),
        isNull(trackReports.userId),
        gt(trackReports.createdAt, since),
        eq(trackReports.reason, report.reason),
        eq(trackReports.comment, report.comment),
      ),
    )
    .limit(1);
  return kept !== undefined;
}
