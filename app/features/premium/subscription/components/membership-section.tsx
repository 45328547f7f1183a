import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useIsPremiumSold } from "../../hooks/use-is-premium-sold.ts";
import { premiumTerms } from "../../premium.ts";
import { canCancel, endingNote, grantNote, type MembershipView } from "../membership.ts";
import { cancelPath, confirmCancelPath, paymentsPath, premiumPath } from "../subscription.ts";
import { PortalForm } from "./subscription-form.tsx";

/** `action` opens the portal. */
export function MembershipSection({ membership, action }: { membership: MembershipView; action: string }) {
  const { kind, hasCustomer, isGrantEnding } = membership;
  const isSold = useIsPremiumSold();
  const { plan, text } = describePlan(membership, { isSold });
  const way = links[isGrantEnding ? "free" : kind];
  const link = way?.to === premiumPath && !isSold ? null : way;
  return (
    <section id="premium" aria-labelledby="plan" className="space-y-3">
      <h2 id="plan" className="text-lg">
        プレミアム
      </h2>
      <Card as="div" className="flex flex-col gap-4">
        <div className="space-y-1">
          <p className="flex flex-wrap items-center gap-2 font-bold">
            {kind === "free" ? (
              plan
            ) : (
              <Badge tone="gold" icon="crown">
                {plan}
              </Badge>
            )}
          </p>
          <p className="text-sm">
            {text}
            {grantNote(membership)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {link && (
            <ButtonLink to={link.to} variant="quiet" {...(link.icon && { icon: link.icon })}>
              {link.label}
            </ButtonLink>
          )}
          {canCancel(membership) && (
            <ButtonLink to={confirmCancelPath} variant="quiet">
              解約する
            </ButtonLink>
          )}
          {hasCustomer && (
            <>
              <ButtonLink to={paymentsPath} variant="quiet" icon="document">
                お支払いの記録
              </ButtonLink>
              <PortalForm action={action}>領収書・カードの変更</PortalForm>
            </>
          )}
        </div>
      </Card>
    </section>
  );
}

const toCancel = { to: cancelPath, label: "解約・一時停止", icon: undefined };

const links: Record<MembershipView["kind"], { to: string; label: string; icon: "crown" | undefined } | null> =
  {
    free: { to: premiumPath, label: "プレミアムを見る", icon: "crown" },
    granted: null,
    active: toCancel,
    pausing: { ...toCancel, label: "一時停止の取り消し・解約" },
    paused: { ...toCancel, label: "再開・解約" },
    canceling: { ...toCancel, label: "解約の取り消し" },
    ending: null,
    ended: { to: premiumPath, label: "もう一度申し込む", icon: "crown" },
    past_due: { ...toCancel, label: "お支払いの確認・解約" },
  };

function describePlan(
  membership: MembershipView,
  { isSold }: { isSold: boolean },
): { plan: string; text: string } {
  const { kind, paidUntil, nextPaymentAt, resumesAt, grantedUntil, isGrantEnding } = membership;
  const monthly = `月額${premiumTerms.price}円（税込）`;
  switch (kind) {
    case "granted": {
      const end = grantedUntil ? `${grantedUntil}までお使いいただけます。` : "期限はありません。";
      const offer =
        isGrantEnding && isSold ? `そのあとも続けるには、お申し込みください。${monthly}です。` : "";
      return { plan: "プレミアム", text: `料金はかかりません。${end}${offer}` };
    }
    case "active":
      return {
        plan: "プレミアム",
        text: `${monthly}。${nextPaymentAt ? `次のお支払いは${nextPaymentAt}です。` : "更新のお支払いを処理しています。"}`,
      };
    case "ending":
      return { plan: "プレミアム 終了手続き中", text: endingNote };
    case "canceling":
    case "ended":
      return {
        plan: "プレミアム",
        text: paidUntil
          ? `${paidUntil}に終わります。そのあとのお支払いはありません。`
          : "解約のお手続きは済んでいます。これからのお支払いはありません。",
      };
    case "pausing":
      return {
        plan: "プレミアム",
        text: `${paidUntil}までお使いいただけます。そのあと一時停止し、${resumesAt}に再開します。`,
      };
    case "paused":
      return {
        plan: "プレミアム 一時停止中",
        text: resumesAt
          ? `${resumesAt}に再開し、${monthly}のお支払いが始まります。`
          : "再開するまで料金はかかりません。",
      };
    case "past_due":
      return {
        plan: "プレミアム",
        text: "お支払いを確認できていません。「お支払いの確認・解約」から、お手続きをお願いします。",
      };
    default:
      return {
        plan: "無料プラン",
        text: isSold
          ? `プレミアムは${monthly}です。`
          : "プレミアムは、運営から付与された会員が使える機能です。",
      };
  }
}
