import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { Forbidden, Invalid, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { findPublicScripts } from "#app/features/tracks/server/public-scripts.server.ts";
import { unlistUntilReviewed } from "#app/features/tracks/server/track-listing.server.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import { maxReportQuote, reasonLabels, reportMessages } from "./report.ts";
import type { Report } from "./reports.schema.ts";

/** Time in which reports of a track for one reason send only one email. */
const emailIntervalMs = 24 * 60 * 60_000;

/**
 * Stores a report of a track for the admin console; once a day for each track and reason it is also emailed to
 * `SUPPORT_EMAIL`. A member has one report per track, which another one replaces. A new author's track that still waits for
 * visitors' lists waits for an operator from then on. Throws `NotFound` for tracks that
 * `viewer` may not see, `Forbidden` for their own, `Invalid` for a line that the public script does not have, `NotAuthenticated` when the account was deleted.
 */
export async function reportTrack(options: {
  viewer: { id: string } | null;
  trackId: number;
  report: Report;
  now?: Date;
}): Promise<void> {
  const { viewer, trackId, report, now = new Date() } = options;
  await write(async (tx) => {
    if (viewer) await lockUserForShare(tx, viewer.id);
    const { title } = await lockReportedTrack(tx, options);
    const quote = await quoteLine(tx, { trackId, line: report.line });
    const said = { ...report, line: report.line ?? null, quote };
    await unlistUntilReviewed(tx, { trackId, now });
    const isEmailed = await isAlreadyReported(tx, {
      ...options,
      reason: report.reason,
      since: new Date(now.getTime() - emailIntervalMs),
    });
    if (viewer) {
      const values = { ...said, createdAt: now, handledAt: null, outcome: null };
      await tx
        .insert(trackReports)
        .values({ trackId, userId: viewer.id, ...values })
        .onConflictDoUpdate({ target: [trackReports.trackId, trackReports.userId], set: values });
    } else {
      if (await isDuplicate(tx, { trackId, report, since: repeatsSince(now) })) return;
      await tx.insert(trackReports).values({ trackId, userId: null, ...said, createdAt: now });
    }
    const { SUPPORT_EMAIL: support } = environment();
    if (isEmailed || !support) return;
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

/** Locks the track until `tx` ends: concurrent reports run one after another, so that exactly one is the first. */
async function lockReportedTrack(tx: Db, options: { viewer: { id: string } | null; trackId: number }) {
  const { viewer, trackId } = options;
  const [track] = await forUpdate(
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

/**
 * Whether an earlier report of the track for this reason has sent the email. For a member's report only members' reports
 * count: a visitor, who may be the author, must not suppress it.
 */
async function isAlreadyReported(
  tx: Db,
  options: { viewer: { id: string } | null; trackId: number; reason: Report["reason"]; since: Date },
): Promise<boolean> {
  const { viewer, trackId, reason, since } = options;
  const { userId, createdAt } = trackReports;
  const [earlier] = await tx
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
  return earlier !== undefined;
}

/** How a line of the public script begins; empty for none. Throws `Invalid` where there is no such line (any more). */
async function quoteLine(tx: Db, o: { trackId: number; line: number | undefined }): Promise<string> {
  const { trackId, line } = o;
  if (line === undefined) return "";
  const turn = (await listReportLines(trackId, tx))[line];
  if (turn === undefined) throw new Invalid({ line: [reportMessages.unknownLine] });
  return [...turn].slice(0, maxReportQuote).join("");
}

/** The lines of a track's script that everybody may read, which a report can be about. */
export async function listReportLines(trackId: number, on?: Db): Promise<string[]> {
  const scripts = await findPublicScripts([trackId], on ? { on } : {});
  return parseScript(scripts.get(trackId) ?? "").map(({ text }) => text);
}

/** Whether a visitor has just sent the same report. */
async function isDuplicate(
  tx: Db,
  options: { trackId: number; report: Report; since: Date },
): Promise<boolean> {
  const { trackId, report, since } = options;
  const [same] = await tx
    .select({ id: trackReports.id })
    .from(trackReports)
    .where(
      and(
        eq(trackReports.trackId, trackId),
        isNull(trackReports.userId),
        gt(trackReports.createdAt, since),
        eq(trackReports.reason, report.reason),
        eq(trackReports.comment, report.comment),
        report.line === undefined ? isNull(trackReports.line) : eq(trackReports.line, report.line),
      ),
    )
    .limit(1);
  return same !== undefined;
}
