import type { Actor } from "#app/features/audit/actor.ts";
import {
  resetPlaylist,
  restorePlaylist,
  takeDownPlaylist,
} from "#app/features/playlists/server/take-down-playlist.server.ts";
import { resetProfile } from "#app/features/profile/server/reset-profile.server.ts";
import type { ReportOutcome } from "#app/features/reports/report.ts";
import { lockReportsOf, type ReportSubject } from "#app/features/reports/report-subject.server.ts";
import { handleReports } from "#app/features/reports/report-verbs.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { write } from "#db/client.ts";
import type { ModerationForm } from "./moderation.schema.ts";

/** Also closes the reports that the page showed, all or nothing. Returns the message's key. Throws like the verbs. */
export async function runModerationForm(form: ModerationForm, actor: Actor): Promise<FlashKey> {
  if (form.intent === "playlist-restore") {
    await restorePlaylist({ playlistId: form.playlistId, actor });
    return "playlist-restored";
  }
  const reason = form.reason || null;
  const { seenAt } = form;
  if (form.intent === "profile-reset") {
    const { id: userId, part, seen } = form;
    await closingReports({ subject: { memberId: userId }, seenAt, outcome: "reset", reason, actor }, () =>
      resetProfile({ userId, part, seen, reason, actor }),
    );
    return "profile-part-reset";
  }
  const { playlistId } = form;
  const subject = { playlistId };
  if (form.intent === "playlist-take-down") {
    await closingReports({ subject, seenAt, outcome: "withheld", reason, actor }, () =>
      takeDownPlaylist({ playlistId, reason, actor }),
    );
    return "playlist-taken-down";
  }
  await closingReports({ subject, seenAt, outcome: "reset", reason, actor }, () =>
    resetPlaylist({ playlistId, seenName: form.seen, reason, actor }),
  );
  return "playlist-words-reset";
}

/** The act closes the reports up to `seenAt` in its transaction. */
async function closingReports(
  o: {
    subject: ReportSubject;
    seenAt: Date | undefined;
    outcome: Extract<ReportOutcome, "reset" | "withheld">;
    reason: string | null;
    actor: Actor;
  },
  act: () => Promise<void>,
): Promise<void> {
  const { subject, seenAt, outcome, reason, actor } = o;
  if (!seenAt) return act();
  await write(async (tx) => {
    await lockReportsOf(tx, subject, { withMember: true, memberStrength: "update" });
    await act();
    await handleReports({ ...subject, seenAt, outcome, note: reason ?? "", actor });
  });
}
