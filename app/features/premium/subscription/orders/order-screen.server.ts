import { createHash } from "node:crypto";
import { z } from "zod";
import { premiumTerms } from "../../premium.ts";

/** Rises with every change of the texts below, to its day. */
const orderTextVersion = "2026-11-28";

/**
 * The last screen before an order, as `/premium` draws it and as an order stores it (特定商取引法 第12条の6 wants these conditions beside
 * the button). `startsAt`: the day of the first payment, formatted; null for today. `text` is what is stored, `hash` its SHA-256.
 */
export function composeOrderScreen({ startsAt }: { startsAt: string | null }): {
  screen: OrderScreen;
  text: string;
  hash: string;
} {
  const price = `${premiumTerms.price}円（税込）`;
  const year = `${(premiumTerms.price * 12).toLocaleString("ja-JP")}円（税込）`;
  const screen: OrderScreen = {
    version: orderTextVersion,
    price: premiumTerms.price,
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
    documents: [
      { name: "特定商取引法に基づく表記", path: "/commercial-law" },
      { name: "利用規約", path: "/terms#premium" },
    ],
    orderLabel: `${startsAt ? `${startsAt}から` : ""}月額${premiumTerms.price}円で申し込む`,
  };
  const text = JSON.stringify(screen);
  return { screen, text, hash: hashOfScreen(text) };
}

export const hashOfScreen = (text: string): string => createHash("sha256").update(text).digest("hex");

export const storedScreen = z.object({
  version: z.string().describe("文面の版"),
  price: z.int().describe("月額。円、税込"),
  conditions: z.array(z.object({ name: z.string(), text: z.string() })),
  documents: z.array(z.object({ name: z.string(), path: z.string() })),
  orderLabel: z.string().describe("お申し込みのボタンの表示"),
});

/** What the last screen before an order shows. It is drawn, hashed and stored from this one value. */
export type OrderScreen = z.infer<typeof storedScreen>;

/** Throws for a text that `composeOrderScreen` has not made. */
export const readScreen = (text: string): OrderScreen => storedScreen.parse(JSON.parse(text));

/** For Stripe's page: at most 1,200 characters there. */
export const conditionsText = ({ conditions }: OrderScreen): string =>
  conditions.map(({ name, text }) => `${name}：${text}`).join("\n");
