import { redirect } from "react-router";
import { Agreement, LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { signingInLabel, useSignInClick } from "#app/features/accounts/sign-in/hooks/use-sign-in-click.ts";
import { PremiumPlan, PremiumTerms } from "#app/features/premium/components/premium-plan.tsx";
import { premiumTerms, signInErrorMessage } from "#app/features/premium/premium.ts";
import { useRemoveQueryParameter } from "#app/features/shell/hooks/use-remove-query-parameter.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { screen } from "#app/http/core/screen.server.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { BackLink } from "#app/ui/page.tsx";
import type { Route } from "./+types/premium";

export const meta: Route.MetaFunction = () => [
  { title: documentTitle("プレミアム") },
  {
    name: "description",
    content: `月${premiumTerms.price}円（税込）で、広告なし・高音質・2.0倍速。Mugenプレミアムのご案内。`,
  },
];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (viewer?.isPremium) throw redirect("/");
  const { searchParams } = context.get(requestContext).url;
  return { isSignedIn: viewer !== null, signInError: signInErrorMessage(searchParams.get("error")) };
});

export default function Premium({ loaderData: { isSignedIn, signInError } }: Route.ComponentProps) {
  useRemoveQueryParameter("error");
  const signIn = useSignInClick();
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 pb-12 rail:px-6 rail:pt-8">
      <BackLink to="/" label="ホーム" />
      {signInError !== null && (
        <Notice
          tone="error"
          title="認証エラー"
          className="mt-2"
          actions={
            <a
              href="/api/auth/google?redirect=premium&payment=true"
              onClick={signIn.onClick}
              aria-disabled={signIn.busy || undefined}
              className="inline-flex min-h-11 items-center gap-2 font-bold text-danger underline"
            >
              <Icon name="refresh" />
              {signIn.busy ? signingInLabel : "もう一度ログインする"}
            </a>
          }
        >
          {signInError}
        </Notice>
      )}
      <header className="relative pt-8 pb-10 text-center">
        <div
          aria-hidden="true"
          className="absolute inset-x-0 -top-4 -z-10 mx-auto h-72 max-w-120 bg-[radial-gradient(closest-side,var(--gold-tint),transparent)]"
        />
        <Icon name="crown" className="mx-auto text-[2.5rem] text-gold" />
        <h1 className="pt-4 text-xl">Mugen プレミアム</h1>
        <p className="pt-2 text-muted text-balance">好きな声を、好きな速さで、どこへでも。</p>
        <p className="pt-6">
          <span className="text-[2.75rem] leading-none font-bold text-gold tabular-nums">
            {premiumTerms.price}
          </span>
          <span className="pl-1 font-bold">円 / 月</span>
          <span className="pl-1 text-sm text-muted">（税込）</span>
        </p>
      </header>
      <div className="space-y-10">
        <section aria-label="お申し込み" className="mx-auto max-w-110 space-y-4">
          <Notice title="お支払いの設定がありません">
            このサーバーではお支払いを受け付けていないため、いまはお申し込みいただけません。料金がかかることもありません。
          </Notice>
          {!isSignedIn && (
            <>
              <LoginButton returnPath="premium" query={{ payment: "true" }} />
              <Agreement />
            </>
          )}
        </section>
        <PremiumPlan />
        <p className="flex items-start gap-3 rounded-card border border-line bg-surface p-4 text-sm">
          <Icon name="clock" className="mt-0.5 text-base text-gold" />
          <span>
            <strong>2.0倍速は、無料で{premiumTerms.trialHours}時間お試しいただけます。</strong>
            再生速度で2.0倍を選ぶと始まります。
          </span>
        </p>
        <PremiumTerms />
      </div>
    </div>
  );
}
