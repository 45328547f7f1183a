import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { defineTemplate } from "./email.ts";

const note = "このメールは、Mugenに登録されたメールアドレスにお送りしています。";
/** The member's plan, with the way to Stripe's portal. */
const planPath = "/settings#premium";

export const premiumPaymentFailed = defineTemplate(
  z.object({ name: z.string() }),
  ({ name }, { origin }) => ({
    subject: "プレミアムのお支払いができませんでした",
    heading: "お支払いができませんでした",
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: "プレミアムの更新のお支払いを、登録されているカードで受け付けられませんでした。数日のあいだ自動でもう一度お試ししますが、カードの有効期限や残高もご確認ください。",
      },
      {
        kind: "text",
        text: "お支払いが確認できるまで、プレミアムの機能はご利用いただけないことがあります。カードの変更と、カード会社の本人確認（3Dセキュア）は、下のページの「お支払いの確認・解約」からお手続きいただけます。",
      },
      { kind: "link", label: "お支払いを確認する", href: `${origin}${planPath}` },
    ],
    note,
  }),
);

export const premiumResumes = defineTemplate(
  z.object({
    name: z.string(),
    /** Formatted, in Asia/Tokyo. */
    resumesAt: z.string(),
    /** Yen. */
    price: z.string(),
  }),
  ({ name, resumesAt, price }, { origin }) => ({
    subject: "まもなくプレミアムが再開します",
    heading: "まもなくプレミアムが再開します",
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: `一時停止しているプレミアムが、${resumesAt}に自動で再開します。同じ日に月額${price}円（税込）のお支払いがあり、その後は毎月更新されます。`,
      },
      { kind: "text", text: "続けないときは、その日までに解約してください。" },
      { kind: "link", label: "プランを確認する", href: `${origin}${planPath}` },
    ],
    note,
  }),
);

/** To a member. `endsAt` is empty when premium has ended already. */
export const premiumCancelled = defineTemplate(
  z.object({
    name: z.string(),
    endsAt: z.string(),
  }),
  ({ name, endsAt }, { origin }) => ({
    subject: "プレミアムを解約しました",
    heading: "プレミアムを解約しました",
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: endsAt
          ? `プレミアムの解約を受け付けました。${endsAt}まで引き続きご利用いただけます。今後のお支払いはありません。`
          : "プレミアムが終了しました。今後のお支払いはありません。",
      },
      { kind: "link", label: "Mugenを開く", href: `${origin}/` },
    ],
    note,
  }),
);

/** To somebody who has deleted their account: nothing more is charged. */
export const premiumEndedWithAccount = defineTemplate(z.object({ name: z.string() }), ({ name }) => ({
  subject: "アカウントの削除とプレミアムの解約について",
  heading: "プレミアムを解約しました",
  parts: [
    { kind: "text", text: withHonorific(name) },
    {
      kind: "text",
      text: "アカウントの削除にともない、プレミアムを解約しました。今後のお支払いはありません。",
    },
  ],
  note: "アカウントを削除された方に、一度だけお送りしています。",
}));

/** To a member who bought premium twice: the second purchase was cancelled. */
export const premiumDuplicate = defineTemplate(z.object({ name: z.string() }), ({ name }, { origin }) => ({
  subject: "重なったお申し込みを取り消しました",
  heading: "重なったお申し込みを取り消しました",
  parts: [
    { kind: "text", text: withHonorific(name) },
    {
      kind: "text",
      text: "プレミアムのお申し込みが重なったため、あとの1件を取り消し、お支払いがあったときは全額を返金します。はじめのお申し込みは、そのまま続きます。",
    },
    { kind: "text", text: "返金がカードの明細に載るまで、数日かかることがあります。" },
    { kind: "link", label: "プランを確認する", href: `${origin}${planPath}` },
  ],
  note,
}));

export const premiumReceipt = defineTemplate(
  z.object({
    name: z.string(),
    number: z.string(),
    /** Yen, formatted. */
    amount: z.string(),
    /** Empty without a registration number. */
    tax: z.string(),
    /** Formatted, in Asia/Tokyo. */
    paidAt: z.string(),
    period: z.string(),
    /** Empty where the settings name nobody. */
    supplier: z.string(),
    registrationNumber: z.string(),
    /** Of the receipt's page. */
    path: z.string(),
  }),
  ({ name, number, amount, tax, paidAt, period, supplier, registrationNumber, path }, { origin }) => ({
    subject: `プレミアムの領収書（${paidAt}、${amount}）`,
    heading: "お支払いを受け取りました",
    parts: [
      { kind: "text", text: withHonorific(name) },
      { kind: "text", text: "プレミアムのお支払いを受け取りました。ありがとうございます。" },
      {
        kind: "facts",
        facts: [
          ["番号", number],
          ["お支払い日", paidAt],
          ["内容", `Mugen プレミアム（月額プラン）${period}`],
          ["金額", `${amount}（税込）`],
          ...(tax ? [["うち消費税（10%）", tax] as const] : []),
          ...(supplier ? [["発行者", supplier] as const] : []),
          ...(registrationNumber ? [["登録番号", registrationNumber] as const] : []),
        ],
      },
      { kind: "link", label: "領収書を開く", href: origin + path },
    ],
    note: "このメールは、設定の「お支払いの記録」で止められます。",
  }),
);
