import { testCards } from "../account/cards.ts";
import type { StripeDouble } from "../double.ts";
import type { PageAnswer } from "./checkout-page.ts";
import { escaped, page } from "./html.ts";

const day = 24 * 60 * 60 * 1000;
const steps: Record<string, [label: string, ms: number]> = {
  hour: ["1 hour", day / 24],
  day: ["1 day", day],
  week: ["7 days", 7 * day],
  month: ["31 days", 31 * day],
};

const time = (seconds: number | null | undefined) =>
  seconds ? new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ") : "";

/** For developers: objects, and what time, customers and banks do. */
export async function answerConsole(double: StripeDouble, form: URLSearchParams | null): Promise<PageAnswer> {
  if (form) {
    act(double, form.get("does") ?? "", form.get("id") ?? "");
    await double.webhooksSettled();
    if (form.get("does") === "retry") await double.retryWebhooks();
    return { location: "/" };
  }
  return { status: 200, html: page("Stripe (double)", show(double)) };
}

function act(double: StripeDouble, does: string, id: string): void {
  const step = steps[does];
  if (step) double.clock.advance(step[1]);
  if (does === "refund") double.refund(id);
  if (does === "dispute") double.dispute(id);
  if (does === "inquire") double.dispute(id, { isInquiry: true });
  if (does === "escalate") double.escalateDispute(id);
  if (does === "appeal") double.offerAppeal(id);
  if (does === "answer") double.answerDispute(id);
  if (does === "won" || does === "lost" || does === "warning_closed") double.closeDispute(id, does);
  if (does === "decline") double.declineRenewals(id, !double.account.declinesRenewals.has(id));
}

const button = (does: string, label: string, id = "") =>
  `<form class="inline" method="post"><input type="hidden" name="id" value="${escaped(id)}"><button name="does" value="${does}">${escaped(label)}</button></form>`;

const table = (head: string[], rows: string[][]) =>
  `<table><tr>${head.map((one) => `<th>${one}</th>`).join("")}</tr>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</table>`;

/** What shop and bank can do about a dispute. */
function actsOf(status: string): [does: string, label: string][] {
  const send: [string, string][] = status.endsWith("needs_response") ? [["answer", "Send evidence"]] : [];
  if (status === "lost") return [["appeal", "Offer an appeal"]];
  if (status === "won" || status === "warning_closed") return [];
  const isInquiry = status.startsWith("warning_");
  return isInquiry
    ? [...send, ["escalate", "Escalate"], ["warning_closed", "Close"]]
    : [...send, ["won", "Won"], ["lost", "Lost"]];
}

function show(double: StripeDouble): string {
  const { account } = double;
  const newest = <Item>(kind: Map<string, Item>) => [...kind.values()].reverse();
  return `<h1>Stripe (double)</h1>
    <p>Clock: <strong>${time(account.clock.now)}</strong> UTC. Forward by
      ${Object.entries(steps)
        .map(([does, [label]]) => button(does, label))
        .join("")}</p>
    <p>Cards: ${testCards
      .map(
        ({ number, decline, threeDSecure }) =>
          `${number} ${[threeDSecure && "3-D Secure", decline && (decline.decline_code ?? decline.code)].filter(Boolean).join(", ") || "works"}`,
      )
      .join(" · ")}; any date in the future, any three digits.</p>
    <h2>Subscriptions</h2>${table(
      ["id", "customer", "status", "period", "ends", "pause", ""],
      newest(account.subscriptions).map((one) => [
        one.id,
        `${one.customer}<br>${escaped(account.customers.get(one.customer)?.email ?? "")}`,
        one.status,
        one.items.data
          .map((item) => `${time(item.current_period_start)} – ${time(item.current_period_end)}`)
          .join(),
        time(one.cancel_at ?? one.ended_at),
        one.pause_collection ? `until ${time(one.pause_collection.resumes_at)}` : "",
        button(
          "decline",
          account.declinesRenewals.has(one.customer) ? "Accept renewals" : "Decline renewals",
          one.customer,
        ),
      ]),
    )}
    <h2>Invoices</h2>${table(
      ["id", "subscription", "amount", "status", "reason", "next attempt"],
      newest(account.invoices).map((one) => [
        one.id,
        String(one.parent?.subscription_details?.subscription ?? ""),
        `¥${one.total}`,
        String(one.status),
        String(one.billing_reason),
        time(one.next_payment_attempt ?? one.automatically_finalizes_at),
      ]),
    )}
    <h2>Charges</h2>${table(
      ["id", "amount", "status", "given back", ""],
      newest(account.charges).map((one) => [
        one.id,
        `¥${one.amount}`,
        one.disputed ? "disputed" : one.status,
        `¥${one.amount_refunded}`,
        one.paid && !one.refunded && !one.disputed
          ? button("refund", "Refund", one.id) +
            button("dispute", "Dispute", one.id) +
            button("inquire", "Inquiry", one.id)
          : "",
      ]),
    )}
    <h2>Disputes</h2>${table(
      ["id", "charge", "amount", "status", "evidence until", ""],
      newest(account.disputes).map((one) => [
        one.id,
        String(one.charge),
        `¥${one.amount}`,
        one.status,
        time(one.evidence_details.due_by),
        actsOf(one.status)
          .map(([does, label]) => button(does, label, one.id))
          .join(""),
      ]),
    )}
    <h2>Webhooks</h2>${button("retry", "Send the failed ones again")}${table(
      ["event", "type", "answer"],
      [...double.deliveries]
        .reverse()
        .slice(0, 100)
        .map((one) => [one.event, one.type, String(one.status)]),
    )}`;
}
