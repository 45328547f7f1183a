import { z } from "zod";
import { atMost } from "#app/features/text.schema.ts";
import { membershipKinds } from "./membership.ts";
import { maxRecipientLength } from "./receipts/receipt.ts";

const screenHash = z
  .string()
  .max(64, "お申し込み内容の照合値が正しくありません")
  .optional()
  .describe("表示したお申し込み画面の照合値（SHA-256）。画面が変わっていれば409");

/** Without JavaScript: the order goes on at Stripe's page. */
export const orderFormSchema = z.object({ screen: screenHash });

/** `email`, `name`: for receipts; default to the account's own. */
export const startPaymentBody = z.object({
  email: z
    .string({ error: "メールアドレスを入力してください" })
    .trim()
    .max(254, "メールアドレスが長すぎます")
    .pipe(z.email("メールアドレスの形式が正しくありません"))
    .optional(),
  name: z
    .string({ error: "お名前を入力してください" })
    .trim()
    .min(1, "お名前を入力してください")
    .check(atMost(100, "お名前は100文字以内で入力してください"))
    .optional(),
  screen: screenHash,
});

export const startPaymentReply = z.object({
  clientSecret: z
    .string()
    .describe("お支払いを確定するための値。お支払いがあとから始まるときは`seti_`で始まる"),
  publishableKey: z.string().describe("Stripeの公開可能キー"),
});

/** From Stripe's address. It decides nothing. */
export const confirmPaymentBody = z.object({
  paymentIntent: z.string().max(255).optional(),
  sessionId: z.string().max(255).optional(),
});

export const confirmPaymentReply = z.object({
  premiumEndDate: z.date().nullable().describe("プレミアムが終わる時刻"),
});

export const membershipReply = z
  .object({
    kind: z.enum(membershipKinds),
    paidUntil: z.date().nullable().describe("お支払い済みの期間の終わり"),
    nextPaymentAt: z.date().nullable().describe("次のお支払い。予定がないときはnull"),
    resumesAt: z.date().nullable().describe("一時停止が終わる時刻"),
    grantedUntil: z.date().nullable().describe("運営から付与されたプレミアムの終わり"),
    pauseUsed: z.boolean().describe("1回かぎりの一時停止を使ったかどうか"),
    hasCustomer: z.boolean().describe("お支払いの管理画面を開けるかどうか"),
  })
  .meta({ id: "Membership", description: "プレミアムのご契約です。" });

export const portalReply = z.object({ url: z.url().describe("Stripeの管理画面。数分間有効") });

export const paymentsFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("receipt-emails"), isOn: z.enum(["on", "off"], "この操作はできません") }),
    z.object({
      intent: z.literal("recipient"),
      recipient: z
        .string({ error: "宛名を入力してください" })
        .trim()
        .min(1, "宛名を入力してください")
        .check(atMost(maxRecipientLength, `宛名は${maxRecipientLength}文字以内で入力してください`)),
    }),
  ],
  "この操作はできません",
);

/** `withdraw` takes back a pause that has not begun, `reactivate` a cancellation. */
export const cancelFormSchema = z.object({
  intent: z.enum(["pause", "withdraw", "resume", "cancel", "reactivate", "portal"], "この操作はできません"),
});
