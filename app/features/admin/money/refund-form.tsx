import { maxRefundReasonLength } from "#app/features/premium/subscription/refunds/refund.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { TextField } from "#app/ui/form/field.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { typedField, useRefusedForm } from "../parts/refused-form.ts";
import type { PaymentRow } from "./money.ts";

interface RefundFormProps {
  payment: PaymentRow & { refund: NonNullable<PaymentRow["refund"]> };
}

/** A part or all of what is left; it opens with all of it. */
export function RefundForm({ payment }: RefundFormProps) {
  const { id, number, member, refund } = payment;
  const { seen, left, endsPremium } = refund;
  const values = { intent: "refund", receipt: id, seen };
  const refused = useRefusedForm(values);
  return (
    <ConfirmForm
      values={values}
      label="返金"
      ariaLabel={`${number}を返金`}
      title={`${number}を返金しますか？`}
      text={
        <>
          <p>
            {member ? `${member.name}のカードに返します。` : "退会した方のカードに返します。"}
            取り消しはできません。
            {member ? "ご本人には、額をメールでお知らせします。" : "メールでのお知らせはできません。"}
          </p>
          {endsPremium && (
            <p className="pt-2">
              今のお支払いなので、全額を返すとプレミアムはすぐに終わり、解約されます。一部なら続きます。
            </p>
          )}
        </>
      }
      fields={
        <>
          <TextField
            {...typedField(refused, "amount", String(left))}
            label="返金する金額（円）"
            help={`残りは${left.toLocaleString("ja-JP")}円です。`}
            type="number"
            inputMode="numeric"
            min={1}
            max={left}
            required
          />
          <TextField
            {...typedField(refused, "reason", "")}
            label="理由"
            help="操作記録に残ります。ご本人には届きません。"
            maxLength={maxUnits(maxRefundReasonLength)}
            autoComplete="off"
            required
          />
        </>
      }
      isDestructive
      needsPassword
      confirmLabel="返金する"
    />
  );
}
