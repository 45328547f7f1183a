import { gatePathOf } from "#app/features/access/access.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { premiumTerms } from "#app/features/premium/premium.ts";
import type { OfferNotice, PremiumOffer } from "#app/features/premium/premium-offer.ts";
import { describeOffer } from "#app/features/premium/server/describe-offer.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { hasSubscription, startOfPurchase } from "../membership.ts";
import type { Order } from "../order.ts";
import { cancelPath } from "../payment-paths.ts";
import { findMembership } from "../server/find-membership.server.ts";
import { isPaymentConfigured } from "../stripe/is-payment-configured.server.ts";
import { stripeScriptUrl } from "../stripe/stripe-origins.server.ts";

export interface PremiumPage {
  offer: PremiumOffer;
  /** Why this viewer can't order, or what is special about their order. */
  notices: readonly OfferNotice[];
  /** Null for those who can't order now. */
  order: Order | null;
}

/** The data of `/premium`, or the path that the viewer belongs to instead: what a member has already is not sold again. */
export async function loadPremiumPage(options: {
  viewer: Viewer | null;
  now?: Date;
}): Promise<PremiumPage | { path: string }> {
  const { viewer, now = new Date() } = options;
  let startsAt: string | null = null;
  if (viewer) {
    const membership = await findMembership({ userId: viewer.id, now });
    const { at, opensAt } = startOfPurchase(membership);
    if (hasSubscription(membership)) return { path: viewer.isPremium ? "/" : cancelPath };
    if (at && (!opensAt || opensAt <= now)) startsAt = formatDate(at);
    else if (viewer.isPremium) return { path: "/" };
  }
  const orderLabel = startsAt
    ? `${startsAt}から月額${premiumTerms.price}円で申し込む`
    : `月額${premiumTerms.price}円で申し込む`;
  return {
    offer: describeOffer({ startsAt }),
    notices: [...describeObstacle(viewer), ...describeStart(startsAt)],
    order:
      isPaymentConfigured() && viewer?.state === "approved"
        ? { scriptUrl: stripeScriptUrl(), orderLabel }
        : null,
  };
}

function describeObstacle(viewer: Viewer | null): OfferNotice[] {
  if (!isPaymentConfigured())
    return [
      {
        title: "お支払いの設定がありません",
        text: "このサーバーではお支払いを受け付けていないため、いまはお申し込みいただけません。料金がかかることもありません。",
      },
    ];
  const gatePath = viewer && gatePathOf(viewer);
  if (!gatePath) return [];
  return [
    {
      title: "いまはお申し込みいただけません",
      text:
        viewer.state === "suspended"
          ? "お申し込みは、アカウントの停止が解除されたあとにいただけます。"
          : "お申し込みは、アカウントの承認後にいただけます。",
      link: { to: gatePath, label: "アカウントの状態を見る" },
    },
  ];
}

const describeStart = (startsAt: string | null): OfferNotice[] =>
  startsAt
    ? [
        {
          title: `いまのプレミアムは、${startsAt}までお使いいただけます`,
          text: "お申し込みいただくと、その日から月額プランが始まります。それまで料金はかかりません。",
        },
      ]
    : [];
