import { and, eq } from "drizzle-orm";
import { parseScript } from "#app/engines/script/script.ts";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { Forbidden, Invalid, NotFound } from "#app/features/domain-error.ts";
import { findPublicScripts } from "#app/features/tracks/server/public-scripts.server.ts";
import { unlistUntilReviewed } from "#app/features/tracks/server/track-listing.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { tracks, users } from "#db/schema/index.ts";
import { maxReportQuote, reportMessages } from "./report.ts";
import type { Report } from "./reports.schema.ts";
import { storeReport } from "./store-report.server.ts";

/**
 * Stores a report for the console; emails it to `SUPPORT_EMAIL` once a day for each track and reason. A member's new report
 * replaces their earlier one. A new author's track that still waits for visitors' lists then waits for an operator. Throws
 * `NotFound` for a track that `viewer` may not see, `Forbidden` for their own, `Invalid` for a line that the public script
 * lacks, `NotAuthenticated` when the account was deleted.
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
    await storeReport(tx, {
      viewer,
      subject: { trackId },
      report: said,
      about: { noun: "音声", title, path: `/track/${trackId}` },
      now,
    });
  });
}

/** Concurrent reports run one after another, so that exactly one is the first. */
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

/** How the line begins; empty without a line. Throws `Invalid` if the public script does not have it (any more). */
async function quoteLine(tx: Db, o: { trackId: number; line: number | undefined }): Promise<string> {
  const { trackId, line } = o;
  if (line === undefined) return "";
  const turn = (await listReportLines(trackId, tx))[line];
  if (turn === undefined) throw new Invalid({ line: [reportMessages.unknownLine] });
  return [...turn].slice(0, maxReportQuote).join("");
}

/** Only lines that everybody may read. */
export async function listReportLines(trackId: number, on?: Db): Promise<string[]> {
  const scripts = await findPublicScripts([trackId], on ? { on } : {});
  return parseScript(scripts.get(trackId) ?? "").map(({ text }) => text);
}
