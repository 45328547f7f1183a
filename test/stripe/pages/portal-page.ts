import type { Subscription } from "../account/objects.ts";
import { StripeRefusal } from "../api/errors.ts";
import { attach } from "../billing/payments.ts";
import { isOver, itemOf, planEnd } from "../billing/subscriptions.ts";
import type { StripeDouble } from "../double.ts";
import type { PageAnswer } from "./checkout-page.ts";
import { cardFields, escaped, page } from "./html.ts";
import { readCardForm } from "./read-card-form.ts";

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** End or continue a subscription, change the card, see invoices. */
export function answerPortal(double: StripeDouble, path: string, form: URLSearchParams | null): PageAnswer {
  const session = [...double.account.portalSessions.values()].find(
    (one) => new URL(one.url).pathname === path,
  );
  if (!session) return { status: 404, html: page("Portal", "<h1>ページが見つかりません</h1>") };
  const { account } = double;
  const own = [...account.subscriptions.values()].filter(
    (one) => one.customer === session.customer && !isOver(one),
  );
  let error = "";
  if (form) {
    const subscription = own.find((one) => one.id === form.get("subscription"));
    try {
      if (form.get("does") === "cancel" && subscription)
        // With the flexible billing mode a cancellation shows in `cancel_at` alone.
        planEnd(account, subscription, { at: itemOf(subscription).current_period_end, isPeriodEnd: false });
      if (form.get("does") === "keep" && subscription) planEnd(account, subscription, null);
      if (form.get("does") === "card") changeCard(double, session.customer, own, form);
      for (const one of own) account.emitIfChanged("customer.subscription.updated", one);
      return { location: path };
    } catch (caught) {
      if (!(caught instanceof StripeRefusal)) throw caught;
      error = caught.message;
    }
  }
  const invoices = [...account.invoices.values()]
    .filter((one) => one.customer === session.customer)
    .reverse();
  return {
    status: error ? 402 : 200,
    html: page(
      "お支払いの管理",
      `<h1>お支払いの管理</h1>${error ? `<p class="error" role="alert">${escaped(error)}</p>` : ""}
      ${own.map(section).join("") || "<p>ご契約中のプランはありません。</p>"}
      <h2>カードを変更</h2><form method="post">${cardFields}<button name="does" value="card">カードを変更する</button></form>
      <h2>お支払い履歴</h2><table>${invoices
        .map(
          (one) =>
            `<tr><td>${dateOf(one.created)}</td><td>¥${one.total}</td><td>${one.status}</td><td>${one.number ?? ""}</td></tr>`,
        )
        .join("")}</table>
      ${session.return_url ? `<p><a href="${escaped(session.return_url)}">Mugen に戻る</a></p>` : ""}`,
    ),
  };
}

function section(subscription: Subscription): string {
  const ends = subscription.cancel_at;
  const button = ends
    ? '<button name="does" value="keep">プランを継続する</button>'
    : '<button name="does" value="cancel">プランをキャンセルする</button>';
  return `<h2>Mugen プレミアム</h2><p>${subscription.status}・${
    ends ? `${dateOf(ends)} に終了` : `次のお支払いは ${dateOf(itemOf(subscription).current_period_end)}`
  }</p><form method="post"><input type="hidden" name="subscription" value="${subscription.id}">${button}</form>`;
}

function changeCard(
  double: StripeDouble,
  customerId: string,
  subscriptions: Subscription[],
  form: URLSearchParams,
): void {
  const method = readCardForm(double.account, form);
  const customer = double.account.customers.get(customerId);
  if (!customer) return;
  attach(double.account, method, customerId);
  customer.invoice_settings.default_payment_method = method.id;
  double.account.emit("customer.updated", customer);
  for (const subscription of subscriptions) subscription.default_payment_method = method.id;
}
