import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { finishGoogleSignIn } from "#app/http/auth/google-sign-in.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    errorStatuses: [404],
    summary: "Googleから戻り、ログインを完了します。",
    description: "ブラウザが開くアドレスです。ログインできると、セッションのCookieが渡されます。",
    redirectsTo: "はじめのページ、またはうまくいかなかった理由を示すページ",
    async answer({ request, context }) {
      if (isLocalSignInAllowed(environment())) throw new NotFound();
      return finishGoogleSignIn({ request, context });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
