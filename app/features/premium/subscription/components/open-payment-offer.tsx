import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { premiumTerms } from "../../premium.ts";
import { loadStripeScript } from "../hooks/stripe-script.ts";
import {
  cancelPath,
  type OpenPayment,
  type PaymentConfirmation,
  premiumSuccessPath,
} from "../subscription.ts";
import { PortalForm } from "./subscription-form.tsx";

interface OpenPaymentOfferProps {
  paidUntil: string | null;
  openPayment: OpenPayment | null;
  mayPayHere: boolean;
  opensAtOnce: boolean;
}

/** A member whose payment failed lets the bank ask, or changes the card. */
export function OpenPaymentOffer({ paidUntil, openPayment, mayPayHere, opensAtOnce }: OpenPaymentOfferProps) {
  const { state, failure, confirm } = useBankConfirmation();
  const confirmation = openPayment?.confirmation;
  const open = (event?: MouseEvent) => {
    // Without a script the link leads to Stripe's page, where the bank asks too.
    event?.preventDefault();
    if (!openPayment || !confirmation || state !== "ready") return;
    if (mayPayHere) void confirm({ ...confirmation, pageUrl: openPayment.pageUrl });
    else location.assign(`${cancelPath}?payment=true`);
  };
  const openAtOnce = useEffectEvent(open);
  useEffect(() => {
    if (opensAtOnce) openAtOnce();
  }, [opensAtOnce]);
  return (
    <>
      {failure && (
        <Notice tone="error" title="決済に失敗しました">
          {failure}
        </Notice>
      )}
      {confirmation ? (
        <>
          <Notice tone="warning" title="カード会社の本人確認が必要です">
            {premiumTerms.price}円のお支払いには、カード会社での本人確認（3Dセキュア）が必要です。
            確認が済むと、プレミアムをお使いいただけます。
          </Notice>
          <a
            href={openPayment.pageUrl}
            onClick={open}
            aria-disabled={state !== "ready" || undefined}
            className={buttonClass({ size: "large", wide: true })}
          >
            {state === "ready" ? <Icon name="lock" /> : <Spinner />}
            <span>{state === "ready" ? "本人確認に進む" : "確認しています"}</span>
          </a>
        </>
      ) : (
        <>
          <Notice tone="warning" title="カードでのお支払いができませんでした">
            {paidUntil && `お支払い済みの期間は${paidUntil}までです。`}
            {openPayment
              ? "カードを変更するか、別のカードでお支払いいただけます。"
              : "カードを変更すると、お支払いをやり直せます。"}
          </Notice>
          <PortalForm action={cancelPath} size="large">
            カードを変更する
          </PortalForm>
          {openPayment && (
            <a
              href={openPayment.pageUrl}
              className={buttonClass({ variant: "quiet", size: "large", wide: true })}
            >
              <Icon name="link" />
              Stripeのページで支払う
            </a>
          )}
        </>
      )}
    </>
  );
}

/** `asking` while the bank asks the card's holder, `confirmed` on the way to the next page. */
type ConfirmationState = "ready" | "asking" | "confirmed";

/** Without Stripe's script, Stripe's page opens. After a refusal the data is loaded anew: the payment wants another card. */
function useBankConfirmation(): {
  state: ConfirmationState;
  /** Stripe's words; null without a failure. */
  failure: string | null;
  confirm(payment: PaymentConfirmation & Pick<OpenPayment, "pageUrl">): Promise<void>;
} {
  const [state, setState] = useState<ConfirmationState>("ready");
  const [failure, setFailure] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  return {
    state,
    failure,
    async confirm({ scriptUrl, publishableKey, clientSecret, pageUrl }) {
      setFailure(null);
      setState("asking");
      const script = await loadStripeScript(scriptUrl).catch(() => null);
      if (!script) return location.assign(pageUrl);
      // Throws when the payment waits for nothing more, for example after another tab has confirmed it.
      const { paymentIntent, error } = await script(publishableKey, { locale: "ja" })
        .handleNextAction({ clientSecret })
        .catch(() => ({ paymentIntent: undefined, error: undefined }));
      const status = paymentIntent?.status;
      if (paymentIntent && (status === "succeeded" || status === "processing")) {
        setState("confirmed");
        const query = new URLSearchParams({ payment_intent: paymentIntent.id, redirect_status: status });
        return location.assign(`${premiumSuccessPath}?${query}`);
      }
      setFailure(error?.message ?? "本人確認の結果がわかりませんでした。お支払いの状態をご確認ください。");
      await revalidate();
      setState("ready");
    },
  };
}
