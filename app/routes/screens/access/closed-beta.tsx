import { GatePage, gateMeta, SignInOptions } from "#app/features/access/gate-page.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import type { Route } from "./+types/closed-beta";
import { gateLoader } from "./gate-page.server.ts";

export const meta: Route.MetaFunction = () => gateMeta(documentTitle("招待制のクローズドベータ"));

export const loader = gateLoader("/closed-beta");

export default function ClosedBeta() {
  return (
    <GatePage
      status="open"
      title="招待制のクローズドベータです"
      actions={<SignInOptions />}
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
