import { GatePage, gateMeta } from "#app/features/access/gate-page.tsx";
import { LoginButton } from "#app/features/accounts/login-prompt.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { screen } from "#app/http/screen.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/closed-beta";
import { keepToGatePage } from "./gate-page.server.ts";

export const meta: Route.MetaFunction = () => gateMeta(documentTitle("招待制のクローズドベータ"));

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  await keepToGatePage({ context, path: "/closed-beta" });
  return null;
});

export default function ClosedBeta() {
  return (
    <GatePage
      mood="open"
      title="招待制のクローズドベータです"
      actions={
        <>
          <p className="text-sm font-bold">すでにメンバーの方</p>
          <LoginButton returnPath="/" />
          <ButtonLink to="/" variant="plain" icon="headphones" wide>
            ログインせずに聴く
          </ButtonLink>
        </>
      }
      note={
        <p>
          いつもと違うGoogleアカウントでログインすると、はじめての方として扱われます。入れないときは、選んだアカウントをお確かめください。
        </p>
      }
    >
      <p>Mugenは、あなたの文章をふたりの声の番組にして、ラジオのように届けるアプリです。</p>
      <p>ご登録には招待リンクが必要です。お持ちの方は、リンクを開くとそのまま始められます。</p>
    </GatePage>
  );
}
