import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry } from "#app/features/cases/case-entries.server.ts";
import { write } from "#db/client.ts";
import { lockReportsOfTrack } from "./handle-reports.server.ts";

/** Adds an internal note to the reports of a track. Throws `NotFound` when the track has gone. */
export function addReportNote(options: {
  trackId: number;
  text: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { trackId, text, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId);
    await addCaseEntry(tx, { trackId, kind: "note", text, actor, now });
    await recordAudit(tx, { actor, action: "report.note", target: { type: "track", id: trackId }, now });
  });
}
