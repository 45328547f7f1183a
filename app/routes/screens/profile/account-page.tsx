import type { ReactNode } from "react";
import { redirect, redirectDocument } from "react-router";
import { gatePathOf } from "#app/features/access/access.ts";
import {
  accountPath,
  isRecentSignIn,
  readSection,
  resumeParameter,
  resumePath,
} from "#app/features/accounts/account-sections.ts";
import { accountFormSchema } from "#app/features/accounts/accounts.schema.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { DeleteAccountForm } from "#app/features/accounts/deletion/delete-account-form.tsx";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import {
  endAllSessions,
  endSessionOf,
  listSessions,
} from "#app/features/accounts/sessions/session.server.ts";
import { SessionList } from "#app/features/accounts/sessions/session-list.tsx";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { describeEndingPayment } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { hasRecentSignIn } from "#app/http/auth/recent-sign-in.server.ts";
import {
  clearSessionCookie,
  clearSiteData,
  currentSessionName,
} from "#app/http/auth/session-cookie.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/account-page";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("アカウント設定", matches) }];

export const loader = pageLoader(async ({ request, context }: Route.LoaderArgs) => {
  const { url, readFlash } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (!viewer)
    return {
      member: null,
      wasDeleted: readFlash() === "account-deleted",
      sessions: [],
      needsSignIn: false,
      endingPayment: null,
      resumed: null,
    };
  const isRecent = isRecentSignIn(viewer.signedInAt);
  const sessions = await listSessions({ viewer, current: currentSessionName(request, url) });
  return {
    // Also for pending and denied accounts: it is their data.
    member: { email: viewer.email, gatePath: gatePathOf(viewer) },
    wasDeleted: false,
    needsSignIn: !isRecent,
    endingPayment: await describeEndingPayment({ userId: viewer.id }),
    resumed: isRecent ? readSection(url.searchParams.get(resumeParameter)) : null,
    sessions: sessions.map(({ id, device, isCurrent, createdAt, lastActiveAt }) => ({
      id,
      device,
      isCurrent,
      started: formatDateTime(createdAt),
      lastActive: formatDateTime(lastActiveAt),
    })),
  };
});

export const action = formAction({
  schema: accountFormSchema,
  who: "anyone",
  async run({ request, context, viewer, value }) {
    // Logged out or deleted in another tab: the page explains.
    if (!viewer) return redirect(accountPath, 303);
    const current = context.get(requestContext);
    const { url, setCookie } = current;
    const isLogout = value.intent === "end-session" && value.session === currentSessionName(request, url);
    // A page that is open for longer than a sign-in counts as recent: the way leads back to it.
    if (!isLogout && !hasRecentSignIn(current, viewer)) {
      return redirect(resumePath(value.intent === "delete-account" ? "deletion" : "sessions"), 303);
    }
    if (value.intent === "end-session") {
      await endSessionOf({ userId: viewer.id, publicId: value.session });
      logSecurityEvent(current, "session_ended", { userId: viewer.id });
      if (!isLogout) {
        setFlash(context, "session-ended");
        return redirect(accountPath, 303);
      }
      setFlash(context, "logged-out");
    } else if (value.intent === "end-all-sessions") {
      await endAllSessions({ viewer });
      logSecurityEvent(current, "all_sessions_ended", { userId: viewer.id });
      setFlash(context, "sessions-ended");
    } else {
      await deleteAccount({ viewer });
      logSecurityEvent(current, "account_deleted", { userId: viewer.id });
      setFlash(context, "account-deleted");
    }
    setCookie(clearSessionCookie(url));
    const nextPath = value.intent === "delete-account" ? accountPath : "/";
    return redirectDocument(nextPath, { status: 303, headers: clearSiteData });
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, wasDeleted, sessions, needsSignIn, resumed } = loaderData;
  if (wasDeleted) return <AccountDeleted />;
  if (!member) return <LoginPrompt returnPath={accountPath} heading="アカウント設定" />;
  const isDeletion = submittedValue(actionData, "intent") === "delete-account";
  const back = member.gatePath ? { to: member.gatePath, label: "戻る" } : { to: "/settings", label: "設定" };
  return (
    <Page title="アカウント設定" back={back}>
      <Card className="mb-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-[min(9.5rem,100%)] flex-1">
          <span className="block text-xs text-muted">ログイン中のアカウント</span>
          {member.email}
        </p>
        <LogoutButton variant="quiet" />
      </Card>
      <div className="space-y-12">
        <section aria-labelledby="sessions" className="space-y-3">
          <h2 id="sessions" className="text-lg">
            ログイン中の端末
          </h2>
          <p className="text-sm text-muted">心当たりのない端末があれば、ログアウトしてください。</p>
          {resumed === "sessions" && <Confirmed>もう一度、ログアウトのボタンを押してください。</Confirmed>}
          {actionData && !isDeletion && (
            <Notice tone="error" title="ログアウトできませんでした">
              {firstMessage(actionData)}
            </Notice>
          )}
          <SessionList sessions={sessions} />
        </section>
        <section aria-labelledby="export" className="space-y-3">
          <h2 id="export" className="text-lg">
            データのダウンロード
          </h2>
          <p className="text-sm text-muted">
            プロフィール、投稿、台本、いいね、フォロー、プレイリストなど、保存しているあなたのデータをすべてJSON形式で受け取れます。
          </p>
          {resumed === "export" && <Confirmed>続けて、データをダウンロードできます。</Confirmed>}
          <a href="/api/auth/export" className={buttonClass({ variant: "quiet" })}>
            <Icon name="download" />
            データをダウンロード
          </a>
        </section>
        <section aria-labelledby="deletion" className="space-y-3">
          <h2 id="deletion" className="text-lg">
            アカウントの削除
          </h2>
          {resumed === "deletion" && <Confirmed>続けて、アカウントを削除できます。</Confirmed>}
          <DeleteAccountForm
            action={accountPath}
            formResult={isDeletion ? actionData : undefined}
            isOpen={resumed === "deletion"}
            endingPayment={loaderData.endingPayment}
            reauthenticationPath={needsSignIn ? resumePath("deletion") : null}
          />
        </section>
      </div>
    </Page>
  );
}

/** Said after the sign-in that an action of this page has asked for. */
function Confirmed({ children }: { children: ReactNode }) {
  return (
    <Notice tone="success" title="ご本人を確認しました" live="politely">
      {children}
    </Notice>
  );
}

function AccountDeleted() {
  return (
    <div className="mx-auto max-w-160 pt-8 rail:pt-20">
      <EmptyState
        icon="check"
        heading="h1"
        title="アカウントを削除しました"
        action={
          <ButtonLink to="/" icon="home">
            ホームへ
          </ButtonLink>
        }
      >
        データはすべて削除されました。ご利用ありがとうございました。
      </EmptyState>
    </div>
  );
}
