import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { TrackLifecycle } from "#app/features/tracks/server/track-lifecycles.server.ts";
import { lockReporters } from "./report-subject.server.ts";
import { notifyReporter, openReportsOf } from "./report-verbs.server.ts";

/** Tells reporters when an operator deletes the track; the reports are deleted with it. */
export const reportsTrackLifecycle: TrackLifecycle = {
  name: "reports",
  lockBeforeTrack: (tx, trackId) => lockReporters(tx, { trackId }),
  async beforeDeletion(tx, { id: trackId }, editor) {
    if (!("actor" in editor)) return undefined;
    const open = await openReportsOf(tx, { trackId });
    if (open.length === 0) return undefined;
    // After the track is gone: a notification must not refer to it, and the log comes last in the order of locks.
    return async () => {
      const now = new Date();
      for (const report of open)
        await notifyReporter(tx, { subject: { trackId }, report, outcome: "deleted", now });
      await recordAudit(tx, {
        actor: editor.actor,
        action: "report.handle",
        target: { type: "track", id: trackId },
        before: { open: open.length },
        after: { outcome: "deleted", reports: open.map(({ id }) => id) },
        now,
      });
    };
  },
};
