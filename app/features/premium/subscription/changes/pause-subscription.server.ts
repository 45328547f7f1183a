import { Conflict } from "#app/features/domain-error.ts";
import { endOfPause, type Membership } from "../membership.ts";
import { toSeconds } from "../stripe/stripe-client.server.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/**
 * Pauses the viewer's subscription for 90 days from the paid end: invoices are voided until then, and nothing that was
 * paid is lost. Once per account; until it begins it can be taken back. Throws `Conflict` when there is nothing to pause
 * or the pause was used.
 */
export function pauseSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind, pauseUsed, paidUntil }, { id }) => {
    if (kind === "pausing" || kind === "paused") throw new Conflict("すでに一時停止しています。");
    if (kind === "past_due")
      throw new Conflict("お支払いが確認できていません。先に、カードの情報を更新してください。");
    if (kind !== "active") throw new Conflict("解約の手続きが済んでいるため、一時停止できません。");
    if (pauseUsed) throw new Conflict("一時停止は1回だけご利用いただけます。");
    if (!paidUntil || paidUntil <= now)
      throw new Conflict("更新のお支払いを処理しています。1時間ほどしてから、もう一度お試しください。");
    const resumesAt = toSeconds(endOfPause(paidUntil));
    return (stripe) =>
      stripe.subscriptions.update(id, { pause_collection: { behavior: "void", resumes_at: resumesAt } });
  });
}
