import { redirect } from "react-router";
import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { reauthenticationParameter } from "#app/features/accounts/sign-in/reauthentication.ts";
import { requestedReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { startGoogleSignIn } from "#app/http/auth/google-sign-in.server.ts";
import { invitationCookie, invitationForSignIn } from "#app/http/cookies/invitation-cookie.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** Starts the configured sign-in: by Google, or the local one. */
const route = endpoint({
  GET: forAnyone({
    summary: "ログインを始めます。",
    description:
      "ブラウザで開くアドレスです。`redirect`で、ログイン後に戻るページのパスを指定できます。`reauthenticate=1`では、ログイン中の本人がもう一度ログインします。",
    redirectsTo: "Googleのログイン画面。ローカルログインのときは`/sign-in`",
    limit: rateLimits.startSignIn,
    async answer({ request, context, url }) {
      const returnPath = requestedReturnPath(url.searchParams);
      const invitationCode = invitationForSignIn(request, url);
      // Also for another try after a failure.
      if (invitationCode) context.setCookie(invitationCookie(invitationCode, url));
      if (isLocalSignInAllowed(environment())) {
        return redirect(`/sign-in?${new URLSearchParams({ redirect: returnPath })}`);
      }
      const isReauthentication = url.searchParams.has(reauthenticationParameter);
      return startGoogleSignIn({ request, context, returnPath, invitationCode, isReauthentication });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
