import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import {
  loadDisputes,
  loadFailedPayments,
  loadPayments,
  loadRefunds,
} from "#app/features/admin/money/load-money.server.ts";
import { refundForm } from "#app/features/admin/money/money.schema.ts";
import { moneyHref, moneyPath } from "#app/features/admin/money/money.ts";
import { MoneyScreen } from "#app/features/admin/money/money-screen.tsx";
import { addMonths, parseMonth, readMonthFigures } from "#app/features/admin/money/month-figures.server.ts";
import { parseMoneyFields, parseMoneyView } from "#app/features/admin/money/parse-money-fields.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { refundPayment } from "#app/features/premium/subscription/refunds/refund-payment.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/money-page";

export const meta: Route.MetaFunction = () => adminMeta("お支払い");

export const loader = adminPageLoader(async ({ context }: Route.LoaderArgs) => {
  const { searchParams } = context.get(requestContext).url;
  const view = parseMoneyView(searchParams);
  const fields = parseMoneyFields(searchParams, view);
  const cursor = searchParams.get("cursor") ?? undefined;
  return {
    view,
    fields,
    isContinued: cursor !== undefined,
    month: view === "month" ? await loadMonth(searchParams.get("month")) : null,
    payments: view === "payments" ? await loadPayments(fields, cursor) : null,
    failed: view === "failed" ? await loadFailedPayments(fields, cursor) : null,
    refunds: view === "refunds" ? await loadRefunds(fields, cursor) : null,
    disputes: view === "disputes" ? await loadDisputes(fields, cursor) : null,
  };
});

async function loadMonth(asked: string | null) {
  const now = new Date();
  const month = parseMonth(asked, now);
  const next = addMonths(month, 1);
  return {
    figures: await readMonthFigures(month, now),
    previous: addMonths(month, -1),
    next: next <= parseMonth(null, now) ? next : null,
  };
}

export const action = formAction({
  who: "admin",
  schema: refundForm,
  async run({ context, value, viewer: admin }) {
    const { receipt: receiptId, seen, amount, reason } = value;
    const result = await refundPayment({ receiptId, seen, amount, reason, actor: actorOf(admin) });
    const { search } = context.get(requestContext).url;
    const path = search ? moneyPath + search : moneyHref("payments");
    return redirectWithFlash(context, path, result === "done" ? "refund-done" : "refund-waiting");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Money({ loaderData }: Route.ComponentProps) {
  return <MoneyScreen {...loaderData} />;
}
