import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { write } from "#db/client.ts";
import { lockReportsOfTrack } from "./handle-reports.server.ts";

/** Adds an internal note to the reports of a track; posted twice it is one. Throws `NotFound` when the track has gone. */
export function addReportNote(options: {
  trackId: number;
  text: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { trackId, text, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId);
    const note = { trackId, kind: "note", text, actor, now } as const;
    if (await isRepeatedEntry(tx, note)) return;
    await addCaseEntry(tx, note);
    await recordAudit(tx, { actor, action: "report.note", target: { type: "track", id: trackId }, now });
  });
}
