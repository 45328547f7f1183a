import { redirect, redirectDocument } from "react-router";
import { LogoutButton } from "#app/features/access/components/logout-button.tsx";
import { gatePathOf } from "#app/features/access/gate-path.ts";
import { deleteAccountSchema } from "#app/features/accounts/accounts.schema.ts";
import { DeleteAccountForm } from "#app/features/accounts/components/delete-account-form.tsx";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { SessionList } from "#app/features/accounts/components/session-list.tsx";
import { deleteAccount } from "#app/features/accounts/server/delete-account.server.ts";
import { endAllSessions, endOwnSession } from "#app/features/accounts/server/end-sessions.server.ts";
import { listSessions } from "#app/features/accounts/server/list-sessions.server.ts";
import { checked } from "#app/features/checked.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { clearDevice, currentSession, forgetSession } from "#app/http/session.server.ts";
import { formatDateTime } from "#app/lib/format-date-time.ts";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/account";

const path = "/profile/account";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle("アカウント設定", matches) }];

export const loader = screen(async ({ request, context }: Route.LoaderArgs) => {
  const { url, takeFlash } = context.get(requestContext);
  const viewer = await getViewer(context);
  if (!viewer) return { member: null, wasDeleted: takeFlash() === "account-deleted", sessions: [] };
  const sessions = await listSessions({ viewer, current: currentSession(request, url) });
  return {
    // Also for those who wait or were denied: it is their data.
    member: { email: viewer.email, gatePath: gatePathOf(viewer) },
    wasDeleted: false,
    sessions: sessions.map(({ id, device, isCurrent, createdAt, lastActiveAt }) => ({
      id,
      device,
      isCurrent,
      started: formatDateTime(createdAt),
      lastActive: formatDateTime(lastActiveAt),
    })),
  };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const { url, setCookie } = context.get(requestContext);
  const fields = await readFields(request);
  const viewer = await getViewer(context);
  // Logged out or deleted in another tab: the page says what to do.
  if (!viewer) throw redirect(path, 303);
  return answerForm({
    context,
    values: fields,
    async work() {
      switch (fields.intent) {
        case "end-session": {
          await endOwnSession({ viewer, name: fields.session ?? "" });
          if (fields.session !== currentSession(request, url)) {
            sayOnNextPage(context, "session-ended");
            throw redirect(path, 303);
          }
          setCookie(forgetSession(url));
          sayOnNextPage(context, "logged-out");
          throw redirectDocument("/", { status: 303, headers: clearDevice });
        }
        case "end-all-sessions": {
          await endAllSessions({ viewer });
          setCookie(forgetSession(url));
          sayOnNextPage(context, "sessions-ended");
          throw redirectDocument("/", { status: 303, headers: clearDevice });
        }
        case "delete-account": {
          checked(deleteAccountSchema, fields);
          await deleteAccount({ viewer });
          setCookie(forgetSession(url));
          sayOnNextPage(context, "account-deleted");
          throw redirectDocument(path, { status: 303, headers: clearDevice });
        }
        default:
          throw new Invalid({ intent: ["この操作はできません"] });
      }
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, wasDeleted, sessions } = loaderData;
  if (wasDeleted) return <Farewell />;
  if (!member) return <LoginPrompt returnPath={path} heading="アカウント設定" />;
  const isDeletion = actionData?.values.intent === "delete-account";
  const back = member.gatePath
    ? { to: member.gatePath, label: "戻る" }
    : { to: "/profile", label: "マイページ" };
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
          {actionData && !isDeletion && (
            <Notice tone="error" title="ログアウトできませんでした">
              {refusalText(actionData)}
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
          <a href="/api/auth/export" download className={buttonClass({ variant: "quiet" })}>
            <Icon name="download" />
            データをダウンロード
          </a>
        </section>
        <section aria-labelledby="deletion" className="space-y-3">
          <h2 id="deletion" className="text-lg">
            アカウントの削除
          </h2>
          <DeleteAccountForm refused={isDeletion ? actionData : undefined} />
        </section>
      </div>
    </Page>
  );
}

function Farewell() {
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
