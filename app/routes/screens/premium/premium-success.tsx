import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { PurchaseScreen } from "#app/features/premium/subscription/components/purchase-screen.tsx";
import {
  cleanPath,
  type PaymentReturn,
  readPaymentReturn,
  statusParameter,
} from "#app/features/premium/subscription/payment-return.ts";
import { confirmPayment } from "#app/features/premium/subscription/purchase/confirm-payment.server.ts";
import { loadPurchaseResult } from "#app/features/premium/subscription/purchase/load-purchase-result.server.ts";
import { premiumSuccessPath } from "#app/features/premium/subscription/subscription.ts";
import { useRemoveQueryParameter } from "#app/features/shell/use-remove-query-parameter.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { logger } from "#app/logger.server.ts";
import type { Route } from "./+types/premium-success";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("お申し込みの結果") }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const viewer = await getViewer(context);
  const { status, paymentIntent, sessionId, isSecret } = readPaymentReturn(url.searchParams);
  if (isSecret) {
    // The next page asks again and shows the result.
    const state = viewer && (await confirmQuietly(requireMember(viewer), { paymentIntent, sessionId }));
    throw redirect(cleanPath(state ? statusOf[state] : status));
  }
  if (!viewer) return { result: null };
  const result = await loadPurchaseResult({ viewer: requireMember(viewer), status });
  if ("path" in result) throw redirect(result.path);
  return { result };
});

const statusOf = { paid: "succeeded", processing: "processing", unpaid: "failed" } as const;

/** Null when Stripe can't be asked. */
async function confirmQuietly(viewer: Viewer, of: Pick<PaymentReturn, "paymentIntent" | "sessionId">) {
  try {
    return (await confirmPayment({ viewer, ...of })).state;
  } catch (error) {
    logger.warn({ err: error }, "payment not confirmed yet");
    return null;
  }
}

export default function PremiumSuccess({ loaderData: { result } }: Route.ComponentProps) {
  useRemoveQueryParameter(statusParameter);
  if (!result) return <LoginPrompt returnPath={premiumSuccessPath} heading="お申し込みの結果" />;
  return <PurchaseScreen state={result.state} />;
}
