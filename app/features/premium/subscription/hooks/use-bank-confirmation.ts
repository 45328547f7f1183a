import { useState } from "react";
import { useRevalidator } from "react-router";
import type { OpenPayment, PaymentConfirmation } from "../open-payment.ts";
import { premiumSuccessPath } from "../payment-paths.ts";
import { loadStripeScript } from "./stripe-script.ts";

/** `asking` while the bank asks the card's holder, `confirmed` on the way to the next page. */
type ConfirmationState = "ready" | "asking" | "confirmed";

/**
 * Lets the card's bank ask its holder about a payment that waits for that, over the page. Where Stripe's script can't be
 * loaded, its own page of the payment opens instead. After a refusal the page's data is loaded anew: the payment wants
 * another card then.
 */
export function useBankConfirmation(): {
  state: ConfirmationState;
  /** Why it failed, in the words of Stripe; null if it did not. */
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
      // It throws for a payment that waits for nothing any more, such as one confirmed in another tab.
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
