import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { nameOfReader, memberNote as note } from "./account-templates.ts";
import { block, defineEditableEmail, type EmailPart, type Site, words } from "./email.ts";

/** The member's plan, with the way to Stripe's portal. */
const planPath = "/settings#premium";
const plan = block("プランのページへのリンク");
const linkToPlan = (label: string, { origin }: Site): EmailPart[] => [
  { kind: "link", label, href: `${origin}${planPath}` },
];

const ownName = z.object({ name: z.string() });
const reader = { name: "夜野 かなで" };

export const premiumPaymentFailed = defineEditableEmail({
  label: "プレミアムのお支払いができなかったとき",
  values: ownName,
  example: reader,
  text: {
    subject: "プレミアムのお支払いができませんでした",
    heading: "お支払いができませんでした",
    body: "{名前}\n\nプレミアムの更新のお支払いを、登録されているカードで受け付けられませんでした。数日のあいだ自動でもう一度お試ししますが、カードの有効期限や残高もご確認ください。\n\nお支払いが確認できるまで、プレミアムの機能はご利用いただけないことがあります。カードの変更と、カード会社の本人確認（3Dセキュア）は、下のページの「お支払いの確認・解約」からお手続きいただけます。\n\n{プランのリンク}",
  },
  places: { 名前: nameOfReader, プランのリンク: plan },
  fill: ({ name }, site) => ({
    名前: withHonorific(name),
    プランのリンク: linkToPlan("お支払いを確認する", site),
  }),
  note,
});

export const premiumResumes = defineEditableEmail({
  label: "一時停止したプレミアムが再開する前",
  values: z.object({
    name: z.string(),
    /** Formatted, in Asia/Tokyo. */
    resumesAt: z.string(),
    /** Yen. */
    price: z.string(),
  }),
  example: { ...reader, resumesAt: "2026年12月5日", price: "550" },
  text: {
    subject: "まもなくプレミアムが再開します",
    heading: "まもなくプレミアムが再開します",
    body: "{名前}\n\n{再開と料金}\n\n続けないときは、その日までに解約してください。\n\n{プランのリンク}",
  },
  places: {
    名前: nameOfReader,
    再開と料金: block("再開する日と、お支払いの金額"),
    プランのリンク: plan,
  },
  fill: ({ name, resumesAt, price }, site) => ({
    名前: withHonorific(name),
    再開と料金: [
      {
        kind: "text",
        text: `一時停止しているプレミアムが、${resumesAt}に自動で再開します。同じ日に月額${price}円（税込）のお支払いがあり、その後は毎月更新されます。`,
      },
    ],
    プランのリンク: linkToPlan("プランを確認する", site),
  }),
  note,
});

/** To a member. `endsAt` is empty when premium has ended already. */
export const premiumCancelled = defineEditableEmail({
  label: "プレミアムを解約したとき",
  values: z.object({
    name: z.string(),
    endsAt: z.string(),
  }),
  example: { ...reader, endsAt: "2026年12月5日" },
  text: {
    subject: "プレミアムを解約しました",
    heading: "プレミアムを解約しました",
    body: "{名前}\n\n{解約の内容}\n\n{Mugenのリンク}",
  },
  places: {
    名前: nameOfReader,
    解約の内容: block("いつまで使えるか、お支払いがないこと"),
    Mugenのリンク: block("Mugenへのリンク"),
  },
  fill: ({ name, endsAt }, { origin }) => ({
    名前: withHonorific(name),
    解約の内容: [
      {
        kind: "text",
        text: endsAt
          ? `プレミアムの解約を受け付けました。${endsAt}まで引き続きご利用いただけます。今後のお支払いはありません。`
          : "プレミアムが終了しました。今後のお支払いはありません。",
      },
    ],
    Mugenのリンク: [{ kind: "link", label: "Mugenを開く", href: `${origin}/` }],
  }),
  note,
});

/** To somebody who has deleted their account: nothing more is charged. */
export const premiumEndedWithAccount = defineEditableEmail({
  label: "退会でプレミアムを解約したとき",
  values: ownName,
  example: reader,
  text: {
    subject: "アカウントの削除とプレミアムの解約について",
    heading: "プレミアムを解約しました",
    body: "{名前}\n\n{解約の内容}",
  },
  places: { 名前: nameOfReader, 解約の内容: block("解約したこと、お支払いがないこと") },
  fill: ({ name }) => ({
    名前: withHonorific(name),
    解約の内容: [
      {
        kind: "text",
        text: "アカウントの削除にともない、プレミアムを解約しました。今後のお支払いはありません。",
      },
    ],
  }),
  note: "アカウントを削除された方に、一度だけお送りしています。",
});

/** To a member who bought premium twice: the second purchase was cancelled. */
export const premiumDuplicate = defineEditableEmail({
  label: "プレミアムのお申し込みが重なったとき",
  values: ownName,
  example: reader,
  text: {
    subject: "重なったお申し込みを取り消しました",
    heading: "重なったお申し込みを取り消しました",
    body: "{名前}\n\nプレミアムのお申し込みが重なったため、あとの1件を取り消し、お支払いがあったときは全額を返金します。はじめのお申し込みは、そのまま続きます。\n\n返金がカードの明細に載るまで、数日かかることがあります。\n\n{プランのリンク}",
  },
  places: { 名前: nameOfReader, プランのリンク: plan },
  fill: ({ name }, site) => ({
    名前: withHonorific(name),
    プランのリンク: linkToPlan("プランを確認する", site),
  }),
  note,
});

export const premiumReceipt = defineEditableEmail({
  label: "プレミアムの領収書",
  values: z.object({
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
  example: {
    ...reader,
    number: "R-2026-0001",
    amount: "550円",
    tax: "50円",
    paidAt: "2026年11月28日",
    period: "2026年11月28日から12月28日まで",
    supplier: "",
    registrationNumber: "",
    path: "/settings/payments",
  },
  text: {
    subject: "プレミアムの領収書（{お支払い日}、{金額}）",
    heading: "お支払いを受け取りました",
    body: "{名前}\n\nプレミアムのお支払いを受け取りました。ありがとうございます。\n\n{明細}\n\n{領収書のリンク}",
  },
  places: {
    名前: nameOfReader,
    お支払い日: words("受け取った日"),
    金額: words("税込の金額"),
    明細: block("番号、日付、内容、金額、消費税、発行者、登録番号"),
    領収書のリンク: block("領収書のページへのリンク"),
  },
  fill: (values, { origin }) => {
    const { name, number, amount, tax, paidAt, period, supplier, registrationNumber, path } = values;
    return {
      名前: withHonorific(name),
      お支払い日: paidAt,
      金額: amount,
      明細: [
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
      ],
      領収書のリンク: [{ kind: "link", label: "領収書を開く", href: origin + path }],
    };
  },
  note: "このメールは、設定の「お支払いの記録」で止められます。",
});

export const premiumRefunded = defineEditableEmail({
  label: "プレミアムのお支払いを返金したとき",
  values: z.object({
    name: z.string(),
    /** Yen, formatted. */
    amount: z.string(),
    /** Of the receipt, and what was paid with it. */
    number: z.string(),
    paid: z.string(),
    /** Formatted, in Asia/Tokyo. */
    paidAt: z.string(),
  }),
  example: { ...reader, amount: "550円", number: "R-2026-0001", paid: "550円", paidAt: "2026年11月28日" },
  text: {
    subject: "プレミアムのお支払いを返金しました（{返金の額}）",
    heading: "お支払いを返金しました",
    body: "{名前}\n\nプレミアムのお支払いのうち{返金の額}を、お支払いに使われたカードへ返金しました。カードの明細に載るまで、5〜10日ほどかかることがあります。\n\n{明細}\n\n{お支払いの記録のリンク}",
  },
  places: {
    名前: nameOfReader,
    返金の額: words("返金した金額"),
    明細: block("返金の額、もとのお支払い、領収書の番号"),
    お支払いの記録のリンク: block("お支払いの記録のページへのリンク"),
  },
  fill: ({ name, amount, number, paid, paidAt }, { origin }) => ({
    名前: withHonorific(name),
    返金の額: amount,
    明細: [
      {
        kind: "facts",
        facts: [
          ["返金の額", amount],
          ["もとのお支払い", `${paidAt}、${paid}`],
          ["領収書の番号", number],
        ],
      },
    ],
    お支払いの記録のリンク: [
      { kind: "link", label: "お支払いの記録を開く", href: `${origin}/settings/payments` },
    ],
  }),
  note,
});
