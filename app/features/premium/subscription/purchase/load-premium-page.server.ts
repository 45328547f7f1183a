import { gatePathOf } from "#app/features/access/access.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { adFreeBenefit } from "#app/features/premium/ad-free.ts";
import type { OfferNotice, PremiumOffer } from "#app/features/premium/premium.ts";
import { dailyGenerationLimits, playlistLimits, premiumTerms } from "#app/features/premium/premium.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { hasSubscription, startOfPurchase } from "../membership.ts";
import { findMembership } from "../server/find-membership.server.ts";
import { isPaymentConfigured } from "../stripe/is-payment-configured.server.ts";
import { stripeScriptUrl } from "../stripe/stripe-origins.server.ts";
import { cancelPath, type Order } from "../subscription.ts";

interface PremiumPage {
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
  { icon: "eye-off", title: "非公開プレイリスト", text: "人に見せない、自分のための並びをつくれます。" },
];

/**
 * The text of `/premium`: the benefits, and what the law on mail order (特定商取引法 12条の6) wants beside the button of the
 * order. `startsAt` is the formatted day on which the first payment is taken, where that is not today. Made on the server:
 * the page's script holds none of it.
 */
function describeOffer({ startsAt }: { startsAt: string | null }): PremiumOffer {
  const price = `${premiumTerms.price}円（税込）`;
  const year = `${(premiumTerms.price * 12).toLocaleString("ja-JP")}円（税込）`;
  return {
    description: `月${price}で、広告なし・高音質・2.0倍速。Mugenプレミアムのご案内。`,
    tagline: "好きな声を、好きな速さで、どこへでも。",
    price: premiumTerms.price,
    benefits,
    conditions: [
      { name: "内容", text: "Mugen プレミアム（月額プラン）1つ" },
      { name: "期間", text: "1か月ごとの自動更新です。解約されるまで続きます。" },
      {
        name: "料金",
        text: `月額${price}。1年間続けた場合の総額の目安は${year}です。通信料のほかに、かかる料金はありません。`,
      },
      {
        name: "お支払い時期",
        text: `${startsAt ?? "お申し込みのとき"}に最初の${premiumTerms.price}円、その後は毎月同じ日（その日がない月は末日）に${premiumTerms.price}円です。`,
      },
      { name: "お支払い方法", text: "カード。決済はStripeが行い、カード番号はMugenに保存されません。" },
      {
        name: "ご利用開始",
        text: startsAt
          ? `いまのプレミアムが終わる${startsAt}から、切れ目なく続きます。`
          : "お支払いの確認後、すぐにお使いいただけます。",
      },
      { name: "申込期間", text: "期限はありません。" },
      {
        name: "解約",
        text: `設定の「プレミアム」から、いつでもお手続きいただけます。次の更新の${premiumTerms.cancelHours}時間前までのお手続きで、次のお支払いを止められます。お支払い済みの期間の終わりまでご利用いただけます。`,
      },
      { name: "返金", text: "お申し込みの取り消しと、お支払い後の返金はいたしかねます。" },
    ],
  };
}
