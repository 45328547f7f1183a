import { and, eq, isNotNull } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry } from "#app/features/cases/case-entries.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { trackReports } from "#db/schema/index.ts";
import { lockReportsOfTrack } from "./handle-reports.server.ts";

/**
 * Opens the closed reports of a track again, or the one of them with `reportId`. Who reported it is not told. Returns how many
 * were opened. Throws `NotFound` when the track has gone, `Conflict` when none is closed.
 */
export function reopenReports(options: {
  trackId: number;
  reportId?: number | undefined;
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { trackId, reportId, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId);
    const opened = await tx
      .update(trackReports)
      .set({ handledAt: null, outcome: null })
      .where(
        and(
          eq(trackReports.trackId, trackId),
          isNotNull(trackReports.handledAt),
          reportId === undefined ? undefined : eq(trackReports.id, reportId),
        ),
      )
      .returning({ id: trackReports.id });
    if (opened.length === 0) throw new Conflict("この報告は、ほかの画面で先に開かれています。");
    await addCaseEntry(tx, { trackId, kind: "reopen", actor, now });
    await recordAudit(tx, {
      actor,
      action: "report.reopen",
      target: { type: "track", id: trackId },
      after: { reports: opened.map(({ id }) => id).sort((a, b) => a - b) },
      now,
    });
    return opened.length;
  });
}
