import { environment, localSignInAllowed } from "#app/config/environment.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { finishGoogleSignIn } from "#app/http/google-sign-in.server.ts";

const route = endpoint({
  GET: forAnyone({
    refuses: [404],
    summary: "Googleから戻り、ログインを完了します。",
    description: "ブラウザが開くアドレスです。ログインできると、セッションのCookieが渡されます。",
    leads: "はじめのページ、またはうまくいかなかった理由を示すページ",
    async answer({ request, context }) {
      if (localSignInAllowed(environment())) throw new NotFound();
      return finishGoogleSignIn({ request, context });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
