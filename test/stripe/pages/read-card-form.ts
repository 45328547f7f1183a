import type { StripeAccount } from "../account/account.ts";
import type { PaymentMethod } from "../account/objects.ts";
import { readCard } from "../api/payment-endpoints.ts";

/** The card typed into `cardFields`; throws Stripe's refusal. */
export function readCardForm(account: StripeAccount, form: URLSearchParams): PaymentMethod {
  const [month = "", year = ""] = (form.get("expiry") ?? "").split("/");
  return readCard(account, {
    type: "card",
    card: {
      number: form.get("number") ?? "",
      exp_month: Number(month),
      exp_year: Number(year),
      cvc: form.get("cvc") ?? "",
    },
  });
}
