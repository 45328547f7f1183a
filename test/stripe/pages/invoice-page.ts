import type { Invoice } from "../account/objects.ts";
import { StripeRefusal } from "../api/errors.ts";
import { intentOf } from "../billing/invoices.ts";
import type { StripeDouble } from "../double.ts";
import type { PageAnswer } from "./checkout-page.ts";
import { cardFields, challengePage, escaped, page } from "./html.ts";
import { readCardForm } from "./read-card-form.ts";

/** Stripe's hosted page of an invoice: what is open can be paid with a card, or confirmed with the bank. Forms alone, no script. */
export function answerInvoice(double: StripeDouble, path: string, form: URLSearchParams | null): PageAnswer {
  const { account } = double;
  const invoice = account.invoices.get(path.split("/").at(-1) ?? "");
  if (!invoice) return { status: 404, html: page("Invoice", "<h1>ページが見つかりません</h1>") };
  const intent = intentOf(account, invoice);
  if (invoice.status !== "open" || !intent) return show(invoice);
  if (intent.status === "requires_action") {
    if (!form) return { status: 200, html: challengePage };
    double.authenticate(intent.id, form.get("succeeds") === "true");
    return { location: path };
  }
  if (!form) return show(invoice);
  try {
    double.payWith(intent.id, readCardForm(account, form));
    return { location: path };
  } catch (error) {
    if (error instanceof StripeRefusal) return show(invoice, error.message);
    throw error;
  }
}

function show(invoice: Invoice, error?: string): PageAnswer {
  const { status, total } = invoice;
  const body =
    status === "open"
      ? `<form method="post">${cardFields}<button>支払う</button></form>`
      : `<p>${status === "paid" ? "お支払い済みです" : escaped(String(status))}</p>`;
  return {
    status: error ? 402 : 200,
    html: page(
      "Invoice",
      `<h1>Mugen プレミアム</h1><p>¥${total}</p>${error ? `<p class="error" role="alert">${escaped(error)}</p>` : ""}${body}`,
    ),
  };
}
