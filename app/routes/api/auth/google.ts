import { redirect } from "react-router";
import { environment, localSignInAllowed } from "#app/config/environment.ts";
import { requestedReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { startGoogleSignIn } from "#app/http/google-sign-in.server.ts";
import { invitationCookie, invitationOfSignIn } from "#app/http/invitation-cookie.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

/** The sign-in of this installation: Google's, or the local one where that is allowed. */
const route = endpoint({
  GET: forAnyone({
    summary: "ログインを始めます。",
    description: "ブラウザで開くアドレスです。`redirect`で、ログイン後に戻るページのパスを指定できます。",
    leads: "Googleのログイン画面。ローカルログインのときは`/sign-in`",
    limit: rateLimits.startSignIn,
    async answer({ request, context, url }) {
      const returnPath = requestedReturnPath(url.searchParams);
      const invitationCode = invitationOfSignIn(request, url);
      // Also for the next try, should this one fail.
      if (invitationCode) context.setCookie(invitationCookie(invitationCode, url));
      if (localSignInAllowed(environment())) {
        return redirect(`/sign-in?${new URLSearchParams({ redirect: returnPath })}`);
      }
      return startGoogleSignIn({ request, context, returnPath, invitationCode });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
