import { z } from "zod";
import { maxRefundReasonLength } from "#app/features/premium/subscription/refunds/refund.ts";
import { atMost } from "#app/features/text.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";

/** `receipt` and `seen` say what the operator saw: the same form twice is one refund. */
export const refundForm = z.object({
  intent: z.literal("refund"),
  receipt: z.string().regex(/^\w{1,255}$/),
  seen: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
  amount: z.coerce
    .number("返金する金額を数字で入力してください")
    .int("返金する金額は、1円単位で入力してください")
    .min(1, "返金する金額は、1円以上で入力してください")
    .max(1_000_000, "返金する金額が大きすぎます"),
  reason: z
    .string("理由を入力してください")
    .transform(normalizeText)
    .pipe(
      z
        .string()
        .min(1, "理由を入力してください")
        .check(atMost(maxRefundReasonLength, `理由は${maxRefundReasonLength}文字までです`)),
    ),
});
