import { Form, Link, redirect, useNavigation } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireSubscriber } from "#app/features/accounts/viewer.ts";
import { OrderCopies } from "#app/features/premium/subscription/orders/order-copies.tsx";
import { listOrders } from "#app/features/premium/subscription/orders/orders.server.ts";
import { receiptPath } from "#app/features/premium/subscription/receipts/receipt.ts";
import { ReceiptScreen } from "#app/features/premium/subscription/receipts/receipt-screen.tsx";
import {
  chooseReceiptEmails,
  findReceipt,
  listReceipts,
  setRecipient,
  wantsReceiptEmails,
} from "#app/features/premium/subscription/receipts/receipts.server.ts";
import { paymentsFormSchema } from "#app/features/premium/subscription/subscription.schema.ts";
import { membershipPath, paymentsPath } from "#app/features/premium/subscription/subscription.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/payments-page";

const heading = "お支払いの記録";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { papers: null, receipt: null };
  const userId = requireSubscriber(viewer).id;
  const id = context.get(requestContext).url.searchParams.get("receipt");
  if (id !== null) return { papers: null, receipt: await findReceipt({ userId, id }) };
  const [receipts, orders, isEmailed] = await Promise.all([
    listReceipts({ userId }),
    listOrders({ userId }),
    wantsReceiptEmails({ userId }),
  ]);
  return { papers: { receipts, orders, isEmailed }, receipt: null };
});

export const action = formAction({
  schema: paymentsFormSchema,
  who: "anyone",
  limit: rateLimits.changeSubscription,
  async run({ context, viewer, value }) {
    // Logged out in another tab: the page shows the sign-in prompt.
    if (!viewer) return redirect(paymentsPath, 303);
    const userId = requireSubscriber(viewer).id;
    if (value.intent === "recipient") {
      const id = context.get(requestContext).url.searchParams.get("receipt") ?? "";
      await setRecipient({ userId, id, recipient: value.recipient });
      return redirectWithFlash(context, receiptPath(id), "recipient-set");
    }
    const isWanted = value.isOn === "on";
    await chooseReceiptEmails({ userId, isWanted });
    return redirectWithFlash(context, paymentsPath, isWanted ? "receipt-emails-on" : "receipt-emails-off");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Payments({ loaderData: { papers, receipt }, actionData }: Route.ComponentProps) {
  if (receipt) return <ReceiptScreen receipt={receipt} formResult={actionData} />;
  if (!papers) return <LoginPrompt returnPath={paymentsPath} heading={heading} />;
  const { receipts, orders, isEmailed } = papers;
  return (
    <Page title={heading} back={{ to: membershipPath, label: "設定" }}>
      <section aria-labelledby="receipts" className="space-y-3 pb-10">
        <h2 id="receipts" className="text-lg">
          お支払いと領収書
        </h2>
        {receipts.length === 0 ? (
          <p className="text-sm text-muted">お支払いはまだありません。</p>
        ) : (
          <Card as="div" flush>
            <ul className="divide-y divide-line">
              {receipts.map(({ id, paidAt, amount, number, refund }) => (
                <li key={id}>
                  <Link
                    to={receiptPath(id)}
                    className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken"
                  >
                    <Icon name="document" className="text-muted" />
                    <span className="min-w-0 flex-1">
                      <span className="block font-bold tabular-nums">
                        {paidAt}　{amount}
                      </span>
                      <span className="block text-xs text-muted [overflow-wrap:anywhere]">
                        領収書 {number}
                        {refund && `・${refund.at}に${refund.amount}を返金`}
                      </span>
                    </span>
                    <Icon name="forward" className="text-muted" />
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <ReceiptEmailsForm isOn={isEmailed} />
      </section>
      <section aria-labelledby="orders" className="space-y-3">
        <h2 id="orders" className="text-lg">
          お申し込みの控え
        </h2>
        {orders.length === 0 ? (
          <p className="text-sm text-muted">お申し込みの控えはありません。</p>
        ) : (
          <>
            <p className="text-sm text-muted">お申し込みのときに表示した内容を、そのまま保存しています。</p>
            <Card as="div" flush className="px-4">
              <OrderCopies orders={orders} />
            </Card>
          </>
        )}
      </section>
    </Page>
  );
}

function ReceiptEmailsForm({ isOn }: { isOn: boolean }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="intent" value="receipt-emails" />
      <input type="hidden" name="isOn" value={isOn ? "off" : "on"} />
      <p className="min-w-[min(12rem,100%)] flex-1 text-sm">
        お支払いのたびに、領収書をメールでお送り{isOn ? "しています。" : "することができます。"}
      </p>
      <Button variant="quiet" busy={formData?.has("isOn") ?? false}>
        {isOn ? "受け取らない" : "受け取る"}
      </Button>
    </Form>
  );
}
