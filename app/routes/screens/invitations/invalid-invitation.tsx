import { GatePage, gateMeta, SignInOptions } from "#app/features/access/gate-page.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { gateLoader } from "../access/gate-page.server.ts";
import type { Route } from "./+types/invalid-invitation";

const title = "この招待は使えません";

export const meta: Route.MetaFunction = () => gateMeta(documentTitle(title));

export const loader = gateLoader("/invalid-invitation");

export default function InvalidInvitation() {
  return (
    <GatePage status="broken" title={title} actions={<SignInOptions />}>
      <p>招待コードは、すでに使用されているか、有効期限が切れています。</p>
      <p>招待してくれた方に、新しい招待リンクをお願いしてください。</p>
    </GatePage>
  );
}
