import { premiumTerms } from "../../premium.ts";
import { viewMembership } from "./view-membership.server.ts";

/** What a member is told who has just paused: until when premium goes on and when it comes back. */
export async function describePause(options: { userId: string; now?: Date }): Promise<string> {
  const { paidUntil, resumesAt } = await viewMembership(options);
  const dates =
    paidUntil && resumesAt ? `${paidUntil}までお使いいただけ、${resumesAt}に自動で再開します。` : "";
  return `プレミアム会員を${premiumTerms.pauseDays}日間一時停止しました。${dates}`;
}
