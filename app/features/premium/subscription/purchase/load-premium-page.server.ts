import { gatePathOf } from "#app/features/access/access.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { adFreeBenefit } from "#app/features/premium/ad-free.ts";
import type { OfferNotice, PremiumOffer } from "#app/features/premium/premium.ts";
import { dailyGenerationLimits, playlistLimits, premiumTerms } from "#app/features/premium/premium.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { hasSubscription, startOfPurchase } from "../membership.ts";
import type { OrderScreen } from "../orders/order-screen.server.ts";
import { composeOrderScreen } from "../orders/order-screen.server.ts";
import { findMembership } from "../server/find-membership.server.ts";
import { isPaymentConfigured } from "../stripe/is-payment-configured.server.ts";
import { stripeScriptUrl } from "../stripe/stripe-origins.server.ts";
import { cancelPath, type Order } from "../subscription.ts";

interface PremiumPage {
  offer: PremiumOffer;
  screen: OrderScreen;
  notices: readonly OfferNotice[];
  order: Order | null;
}

/** The data of `/premium`, or the path where the viewer belongs: members are not sold what they have. */
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
  const { screen, hash } = composeOrderScreen({ startsAt });
  return {
    offer: describeOffer(),
    screen,
    notices: [...describeObstacle(viewer), ...describeStart(startsAt)],
    order:
      isPaymentConfigured() && viewer?.state === "approved"
        ? { scriptUrl: stripeScriptUrl(), orderLabel: screen.orderLabel, screenHash: hash }
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

const benefits: PremiumOffer["benefits"] = [
  { icon: "headphones", title: "広告なし", text: adFreeBenefit },
  {
    icon: "voice",
    title: "高音質再生",
    text: "「高音質」の印がある音声は、息づかいや「さ」「す」の響きまで届きます。",
  },
  {
    icon: "crown",
    title: "プレミアム限定の音声",
    text: "冒頭だけ公開の限定の音声も、最後まで聴いて読めます。",
  },
  {
    icon: "speed",
    title: "2.0倍速再生",
    text: `時間のない日も、いつもの番組を最後まで。一度だけ${premiumTerms.trialHours}時間、無料でお試しいただけます。`,
  },
  { icon: "lock", title: "バックグラウンド再生", text: "アプリ版では、画面を閉じても流れつづけます。" },
  { icon: "offline", title: "オフライン再生", text: "電波のない場所でも、選んだ音声を聴けます。" },
  {
    icon: "sparkle",
    title: `音声の生成を1日${dailyGenerationLimits.premium}回`,
    text: `無料プランの1日${dailyGenerationLimits.free}回から増えます。`,
  },
  {
    icon: "bookmark",
    title: `プレイリストを${playlistLimits.premium}個`,
    text: `無料プランの${playlistLimits.free}個から増えます。`,
  },
  { icon: "eye-off", title: "非公開プレイリスト", text: "人に見せない、自分のための並びを作れます。" },
];

const describeOffer = (): PremiumOffer => ({
  description: `月${premiumTerms.price}円（税込）で、広告なし・高音質・2.0倍速。Mugenプレミアムのご案内。`,
  tagline: "好きな声を、好きな速さで、どこへでも。",
  price: premiumTerms.price,
  benefits,
});
