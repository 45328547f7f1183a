import { type Harm, type HarmKind, harmAdvice, harmNames } from "#app/engines/harm/harm.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { maxCommentLength, type ReportReason } from "#app/features/reports/report.ts";
import { sendModerationEmail } from "#app/features/tracks/moderation/moderation-email.server.ts";
import { takeDownLocked } from "#app/features/tracks/moderation/take-down-track.server.ts";
import type { Db } from "#db/client.ts";
import { trackReports } from "#db/schema/index.ts";

/** Sentences shown to author and operator. */
const maxShown = 3;

const reportReasons: Record<HarmKind, ReportReason> = {
  hate: "violence",
  minors: "violence",
  violence: "violence",
  "self-harm": "violence",
  medical: "false",
  threat: "violence",
  abuse: "violence",
  doxing: "privacy",
  accusation: "privacy",
  listed: "other",
};

/**
 * Takes down a harmful track (`judgeHarm`): hides it, tells the author where and why, and reports it to the console. `tx` is the
 * transaction that writes the track, and has locked its author. Returns whether it was taken down.
 */
export async function takeDownForReview(
  tx: Db,
  track: { trackId: number; title: string; harms: readonly Harm[]; now: Date },
): Promise<boolean> {
  const { trackId, title, harms, now } = track;
  const [first] = harms;
  if (!first) return false;
  const reason = takedownReason(harms);
  const { userId } = await takeDownLocked(tx, { actor: systemActor, trackId, reason, now });
  await sendModerationEmail(tx, {
    action: "take-down",
    email: { userId, count: 1, titles: [title] },
    reason,
    now,
  });
  await tx.insert(trackReports).values({
    trackId,
    userId: null,
    reason: reportReasons[first.kind],
    comment: `公開前の自動の確認で保留しました。\n${listHarms(harms)}`
      .slice(0, maxCommentLength)
      .toWellFormed(),
    createdAt: now,
  });
  return true;
}

/** What was found, what happens next, and how to change it. */
function takedownReason(harms: readonly Harm[]): string {
  const advice = [...new Set(harms.slice(0, maxShown).map(({ kind }) => harmAdvice[kind]))].join("");
  return `公開の前に、運営が内容を確認しています。それまでは、題名も含めて、ほかの人には見えません。自動の確認で、次の箇所が見つかりました。問題がないとわかれば、そのまま公開します。\n${listHarms(harms)}\n待たずに公開するには、この箇所を直して投稿し直してください。${advice}`;
}

function listHarms(harms: readonly Harm[]): string {
  return harms
    .slice(0, maxShown)
    .map(({ kind, quote }) => `・${harmNames[kind]}にあたるかもしれない箇所：「${quote}」`)
    .join("\n");
}
