import { z } from "zod";
import { atMost } from "#app/features/text.schema.ts";
import { membershipKinds } from "./membership.ts";

/** Who pays, for the receipts; the account's own where nothing is given. */
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
});

export const startPaymentReply = z.object({
  clientSecret: z
    .string()
    .describe("お支払いを確定するための値。お支払いがあとから始まるときは`seti_`で始まる"),
  publishableKey: z.string().describe("Stripeの公開可能キー"),
});

/** What Stripe has put into the address; it decides nothing. */
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

/** The forms of `/cancel`. `withdraw` takes back a pause that has not begun, `reactivate` a cancellation. */
export const cancelFormSchema = z.object({
  intent: z.enum(["pause", "withdraw", "resume", "cancel", "reactivate", "portal"], "この操作はできません"),
});
