import { GatePage, gateMeta } from "#app/features/access/gate-page.tsx";
import { findSuspension } from "#app/features/accounts/server/suspend-account.server.ts";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { contactPath } from "#app/features/contact/contact.ts";
import { listOwnTakedowns } from "#app/features/objections/appeals.server.ts";
import { appealPath } from "#app/features/objections/objection.ts";
import { hasSubscription } from "#app/features/premium/subscription/membership.ts";
import { findMembership } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { cancelPath } from "#app/features/premium/subscription/subscription.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/access-denied";
import { redirectFromGatePage } from "./gate-page.server.ts";

const titles = {
  denied: "アカウントが承認されませんでした",
  suspended: "アカウントのご利用を停止しています",
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  gateMeta(documentTitle(loaderData?.suspension ? titles.suspended : titles.denied));

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const viewer = await redirectFromGatePage({ context, path: "/access-denied" });
  return {
    email: viewer?.email ?? null,
    suspension: viewer && (await loadSuspension(viewer)),
    hasTakedowns: viewer !== null && (await listOwnTakedowns(viewer)).length > 0,
  };
});

/** Null for a denied account. */
async function loadSuspension({ id: userId }: Viewer) {
  const suspension = await findSuspension({ userId });
  if (!suspension) return null;
  return {
    reason: suspension.reason,
    since: formatDate(suspension.since),
    hasSubscription: hasSubscription(await findMembership({ userId })),
  };
}

export default function AccessDenied({
  loaderData: { email, suspension, hasTakedowns },
}: Route.ComponentProps) {
  const subject = suspension ? "アカウントの停止について" : "アカウントについて";
  return (
    <GatePage
      status="broken"
      title={suspension ? titles.suspended : titles.denied}
      actions={
        <>
          <ButtonLink to={`${contactPath}?${new URLSearchParams({ subject })}`} size="large" icon="mail" wide>
            {suspension ? "異議を伝える・お問い合わせ" : "お問い合わせ"}
          </ButtonLink>
          {hasTakedowns && (
            <ButtonLink to={appealPath} variant="quiet" icon="flag" wide>
              公開停止への異議
            </ButtonLink>
          )}
          {suspension?.hasSubscription && (
            <ButtonLink to={cancelPath} variant="quiet" icon="crown" wide>
              プレミアムの解約・一時停止
            </ButtonLink>
          )}
          {email !== null && (
            <ButtonLink to="/settings" variant="quiet" icon="settings" wide>
              設定
            </ButtonLink>
          )}
          {email !== null && <LogoutButton variant="quiet" wide />}
          <ButtonLink to="/" variant="plain" icon="headphones" wide>
            公開中の音声を聴く
          </ButtonLink>
        </>
      }
      note={email !== null && <p>{email} でログインしています。</p>}
    >
      {suspension ? (
        <Suspended {...suspension} />
      ) : (
        <>
          <p>申し訳ありません。このアカウントでは、会員向けの機能をご利用いただけません。</p>
          <p>お心当たりがないときは、招待してくれた方または管理者にご確認ください。</p>
        </>
      )}
    </GatePage>
  );
}

function Suspended({
  reason,
  since,
  hasSubscription: isPaying,
}: {
  reason: string;
  since: string;
  hasSubscription: boolean;
}) {
  return (
    <>
      <p>運営の判断で、{since}からこのアカウントのご利用を停止しています。</p>
      <div className="rounded-card border border-line bg-surface p-4 text-left text-ink">
        <p className="text-xs text-muted">停止の理由</p>
        <p className="pt-1 whitespace-pre-line [overflow-wrap:anywhere]">{reason}</p>
      </div>
      <p>
        停止しているあいだ、ログインが必要な機能は使えず、プロフィール・音声・プレイリストは、ほかの方に表示されません。消えたものはありません。停止が解除されると、元のとおりに戻ります。
      </p>
      {isPaying && <p>プレミアムのお支払いは続いています。下のボタンから、いつでも解約できます。</p>}
      <p>お心当たりがないときや、判断にご異議のあるときは、お知らせください。</p>
    </>
  );
}
