import { useState } from "react";
import { Link, redirect } from "react-router";
import { Agreement, LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { signingInLabel, useSignInClick } from "#app/features/accounts/sign-in/hooks/use-sign-in-click.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { Benefits } from "#app/features/premium/components/premium-offer-parts.tsx";
import { signInErrorMessage } from "#app/features/premium/premium.ts";
import { OrderForm } from "#app/features/premium/subscription/components/order-form.tsx";
import { OrderConditions } from "#app/features/premium/subscription/orders/order-conditions.tsx";
import { loadPremiumPage } from "#app/features/premium/subscription/purchase/load-premium-page.server.ts";
import { startCheckout } from "#app/features/premium/subscription/purchase/start-checkout.server.ts";
import { orderFormSchema } from "#app/features/premium/subscription/subscription.schema.ts";
import { useRemoveQueryParameter } from "#app/features/shell/use-remove-query-parameter.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { BackLink } from "#app/ui/page.tsx";
import type { Route } from "./+types/premium-page";

const signInPath = "/api/auth/google?redirect=premium&payment=true";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: documentTitle("プレミアム") },
  { name: "description", content: loaderData?.offer.description ?? "" },
];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const current = context.get(requestContext);
  current.allowPayment = true;
  const page = await loadPremiumPage({ viewer: await getViewer(context) });
  if ("path" in page) throw redirect(page.path);
  const { searchParams } = current.url;
  return {
    ...page,
    isSignedIn: (await getViewer(context)) !== null,
    isDocument: current.isDocument,
    signInError: signInErrorMessage(searchParams.get("error")),
    isCheckoutCancelled: searchParams.get("checkout") === "cancelled",
    wantsPayment: searchParams.get("payment") === "true",
  };
});

export const action = formAction({
  schema: orderFormSchema,
  who: "anyone",
  limit: rateLimits.startPayment,
  async run({ viewer, context, value }) {
    if (!viewer) return redirect(signInPath, 303);
    const { url } = await startCheckout({
      viewer: requireMember(viewer),
      origin: context.get(requestContext).url.origin,
      screenHash: value.screen,
    });
    return redirect(url, 303);
  },
});

export default function Premium({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, screen, notices, isSignedIn, order, signInError } = loaderData;
  // What the document was loaded with: later data comes without one.
  const [{ isDocument, wantsPayment }] = useState(loaderData);
  useRemoveQueryParameter("error");
  useRemoveQueryParameter("checkout");
  useRemoveQueryParameter(order ? "payment" : "");
  const failure = actionData && Object.values(actionData.result.error ?? {})[0]?.[0];
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 pb-12 rail:px-6 rail:pt-8">
      <BackLink to="/" label="ホーム" />
      {signInError !== null && <SignInError>{signInError}</SignInError>}
      {loaderData.isCheckoutCancelled && (
        <Notice title="お支払いは行われていません。" live="politely" className="mt-2" />
      )}
      {failure && (
        <Notice tone="error" title="決済エラー" className="mt-2">
          決済の準備に失敗しました。{failure}
        </Notice>
      )}
      <header className="relative pt-8 pb-10 text-center">
        <div
          aria-hidden="true"
          className="absolute inset-x-0 -top-4 -z-10 mx-auto h-72 max-w-120 bg-[radial-gradient(closest-side,var(--gold-tint),transparent)]"
        />
        <Icon name="crown" className="mx-auto text-[2.5rem] text-gold" />
        <h1 className="pt-4 text-xl">Mugen プレミアム</h1>
        <p className="pt-2 text-muted text-balance">{offer.tagline}</p>
        <p className="pt-6">
          <span className="text-[2.75rem] leading-none font-bold text-gold tabular-nums">{offer.price}</span>
          <span className="pl-1 font-bold">円 / 月</span>
          <span className="pl-1 text-sm text-muted">（税込）</span>
        </p>
        <div className="mx-auto max-w-110 space-y-4 pt-6 text-left">
          {notices.map(({ title, text, link }) => (
            <Notice key={title} title={title}>
              {text}
              {link && (
                <Link to={link.to} className="block py-2 font-bold text-accent underline">
                  {link.label}
                </Link>
              )}
            </Notice>
          ))}
          {!isSignedIn && (
            <>
              <LoginButton returnPath="premium" query={{ payment: "true" }} />
              <Agreement />
            </>
          )}
          {order && (
            <a href="#order" className={buttonClass({ size: "large", wide: true })}>
              お申し込みへ
            </a>
          )}
        </div>
      </header>
      <div className="space-y-10">
        <Benefits {...offer} />
        <section
          aria-labelledby="conditions"
          className={
            order ? "space-y-4 rounded-card border border-gold/50 bg-surface p-4 rail:p-6" : "space-y-4"
          }
        >
          <h2 id="conditions" className="text-lg">
            お申し込み内容
          </h2>
          <OrderConditions {...screen} />
          {order && <OrderForm id="order" order={order} mayPayHere={isDocument} opensAtOnce={wantsPayment} />}
        </section>
      </div>
    </div>
  );
}

function SignInError({ children }: { children: string }) {
  const signIn = useSignInClick();
  return (
    <Notice
      tone="error"
      title="認証エラー"
      className="mt-2"
      actions={
        <a
          href={signInPath}
          onClick={signIn.onClick}
          aria-disabled={signIn.busy || undefined}
          className="inline-flex min-h-11 items-center gap-2 font-bold text-danger underline"
        >
          <Icon name="refresh" />
          {signIn.busy ? signingInLabel : "もう一度ログインする"}
        </a>
      }
    >
      {children}
    </Notice>
  );
}
