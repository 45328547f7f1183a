import type { CheckoutSession } from "../account/objects.ts";
import { StripeRefusal } from "../api/errors.ts";
import { completeCheckout, payCheckout } from "../billing/checkout.ts";
import type { StripeDouble } from "../double.ts";
import { cardFields, challengePage, escaped, page } from "./html.ts";
import { readCardForm } from "./read-card-form.ts";

export type PageAnswer = { status: number; html: string } | { location: string };

/** Stripe's payment page. No script. */
export function answerCheckout(double: StripeDouble, path: string, form: URLSearchParams | null): PageAnswer {
  const [id = "", step] = path.slice("/c/pay/".length).split("/");
  const session = double.account.checkoutSessions.get(id);
  if (!session) return { status: 404, html: page("Checkout", "<h1>ページが見つかりません</h1>") };
  if (session.status === "complete")
    return { status: 200, html: page("Checkout", "<h1>お支払いは完了しています</h1>") };
  if (session.status === "expired")
    return { status: 200, html: page("Checkout", "<h1>このページの有効期限は切れました</h1>") };
  if (step === "challenge") return challenge(double, session, form);
  return form ? pay(double, session, form) : show(session);
}

function show(session: CheckoutSession, error?: string): PageAnswer {
  const back = session.cancel_url ? `<p><a href="${escaped(session.cancel_url)}">戻る</a></p>` : "";
  const text = session.custom_text.submit?.message;
  return {
    status: error ? 402 : 200,
    html: page(
      "Checkout",
      `<h1>Mugen プレミアム</h1>
      <p>${session.amount_total ? `¥${session.amount_total} / 月` : "今は無料。あとで ¥550 / 月"}</p>
      ${error ? `<p class="error" role="alert">${escaped(error)}</p>` : ""}
      <form method="post">${cardFields}<button>申し込む</button>
      ${text ? `<p>${escaped(text)}</p>` : ""}</form>${back}`,
    ),
  };
}

function pay(double: StripeDouble, session: CheckoutSession, form: URLSearchParams): PageAnswer {
  try {
    const paid = payCheckout(double.account, session, readCardForm(double.account, form));
    if (paid.status === "needs_3ds") return { location: `/c/pay/${session.id}/challenge` };
    return paid.status === "complete"
      ? { location: successUrl(session) }
      : show(session, paid.message ?? "お支払いできませんでした。");
  } catch (error) {
    if (error instanceof StripeRefusal) return show(session, error.message);
    throw error;
  }
}

function challenge(double: StripeDouble, session: CheckoutSession, form: URLSearchParams | null): PageAnswer {
  const subscription = double.account.sessionOrders.get(session.id)?.subscription;
  const secret = [...double.account.paymentIntents.values(), ...double.account.setupIntents.values()].find(
    (intent) => intent.customer === subscription?.customer && intent.status === "requires_action",
  )?.client_secret;
  if (!secret) return { location: `/c/pay/${session.id}` };
  if (!form) return { status: 200, html: challengePage };
  const status = double.authenticate(secret, form.get("succeeds") === "true");
  if (status !== "succeeded") return show(session, "本人確認ができませんでした。");
  completeCheckout(double.account, session);
  return { location: successUrl(session) };
}

const successUrl = (session: CheckoutSession) =>
  (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
