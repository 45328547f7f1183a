import { GatePage, gateMeta } from "#app/features/access/gate-page.tsx";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import { LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/pending-approval";
import { redirectFromGatePage } from "./gate-page.server.ts";

const title = "承認をお待ちください";

export const meta: Route.MetaFunction = () => gateMeta(documentTitle(title));

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const viewer = await redirectFromGatePage({ context, path: "/pending-approval" });
  return { email: viewer?.email ?? null };
});

export default function PendingApproval({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <GatePage
      status="waiting"
      title={title}
      actions={
        <>
          {email === null ? (
            <LoginButton returnPath="/" />
          ) : (
            <ButtonLink to="/pending-approval" reloadDocument size="large" icon="refresh" wide>
              承認されたか確認する
            </ButtonLink>
          )}
          <ButtonLink to="/" variant="plain" icon="headphones" wide>
            待つあいだに聴く
          </ButtonLink>
        </>
      }
      note={
        email !== null && (
          <>
            <p>{email} でログインしています。</p>
            <ButtonLink to="/settings" variant="plain">
              設定
            </ButtonLink>
            <LogoutButton variant="plain" />
          </>
        )
      }
    >
      <p>
        Mugenはクローズドベータのため、招待リンクをお持ちの方だけにご利用いただいています。登録の内容を管理者が確認しています。
      </p>
      <p>承認されると、このページからそのまま入れます。</p>
    </GatePage>
  );
}
