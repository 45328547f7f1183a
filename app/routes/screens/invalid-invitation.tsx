import { GatePage, gateMeta } from "#app/features/access/gate-page.tsx";
import { LoginButton } from "#app/features/accounts/login-prompt.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { screen } from "#app/http/screen.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/invalid-invitation";
import { keepToGatePage } from "./gate-page.server.ts";

const title = "この招待は使えません";

export const meta: Route.MetaFunction = () => gateMeta(documentTitle(title));

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  await keepToGatePage({ context, path: "/invalid-invitation" });
  return null;
});

export default function InvalidInvitation() {
  return (
    <GatePage
      mood="broken"
      title={title}
      actions={
        <>
          <p className="text-sm font-bold">すでにメンバーの方</p>
          <LoginButton returnPath="/" />
          <ButtonLink to="/" variant="plain" icon="headphones" wide>
            ログインせずに聴く
          </ButtonLink>
        </>
      }
    >
      <p>招待コードは、すでに使用されているか、有効期限が切れています。</p>
      <p>招待してくれた方に、新しい招待リンクをお願いしてください。</p>
    </GatePage>
  );
}
