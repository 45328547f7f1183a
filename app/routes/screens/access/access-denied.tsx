import { GatePage, gateMeta } from "#app/features/access/gate-page.tsx";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import { contactPath } from "#app/features/contact/contact.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { screen } from "#app/http/core/screen.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/access-denied";
import { redirectFromGatePage } from "./gate-page.server.ts";

const title = "アカウントが承認されませんでした";

export const meta: Route.MetaFunction = () => gateMeta(documentTitle(title));

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await redirectFromGatePage({ context, path: "/access-denied" });
  return { email: viewer?.email ?? null };
});

export default function AccessDenied({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <GatePage
      status="broken"
      title={title}
      actions={
        <>
          <ButtonLink
            to={`${contactPath}?${new URLSearchParams({ subject: "アカウントについて" })}`}
            size="large"
            icon="mail"
            wide
          >
            お問い合わせ
          </ButtonLink>
          {email !== null && (
            <ButtonLink to="/profile/account" variant="quiet" icon="settings" wide>
              アカウント設定
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
      <p>申し訳ありません。このアカウントでは、メンバー向けの機能をご利用いただけません。</p>
      <p>お心当たりがないときは、招待してくれた方または管理者にご確認ください。</p>
    </GatePage>
  );
}
