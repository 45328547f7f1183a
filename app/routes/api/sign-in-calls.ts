import { redirect } from "react-router";
import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { accessReply } from "#app/features/access/access.schema.ts";
import { accessReason } from "#app/features/access/access.ts";
import { reauthenticationParameter } from "#app/features/accounts/account-sections.ts";
import { debugSessionReply } from "#app/features/accounts/accounts.schema.ts";
import { requestedReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { doneReply } from "#app/features/common-replies.schema.ts";
import { sessionSchema } from "#app/features/consent/consent.schema.ts";
import { consentOf } from "#app/features/consent/consent.ts";
import { answerBanner } from "#app/features/consent/server/record-consent.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { finishGoogleSignIn, startGoogleSignIn } from "#app/http/auth/google-sign-in.server.ts";
import { hasSessionCookie, logOut } from "#app/http/auth/session-cookie.server.ts";
import { consentCookie, newVisitId, readConsent } from "#app/http/cookies/consent-cookie.ts";
import { invitationCookie, invitationForSignIn } from "#app/http/cookies/invitation-cookie.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone, type Operations } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const googleCalls: Operations = {
  GET: forAnyone({
    summary: "ログインを始めます。",
    description:
      "ブラウザで開くアドレスです。`redirect`で、ログイン後に戻るページのパスを指定できます。`reauthenticate=1`では、ログイン中の本人がもう一度ログインします。",
    redirectsTo: "Googleのログイン画面。ローカルログインのときは`/sign-in`",
    limit: rateLimits.startSignIn,
    async handle({ request, context, url }) {
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
};

const googleCallbackCalls: Operations = {
  GET: forAnyone({
    errorStatuses: [404],
    summary: "Googleから戻り、ログインを完了します。",
    description: "ブラウザが開くアドレスです。ログインできると、セッションのCookieが渡されます。",
    redirectsTo: "はじめのページ、またはうまくいかなかった理由を示すページ",
    async handle({ request, context }) {
      if (isLocalSignInAllowed(environment())) throw new NotFound();
      return finishGoogleSignIn({ request, context });
    },
  }),
};

/** Prevents a forced logout: a picture, frame, prefetch or other site must not log out. */
function isFollowedLink(request: Request): boolean {
  const { headers } = request;
  // Older browsers send none of these headers.
  const site = headers.get("Sec-Fetch-Site") ?? "none";
  const destination = headers.get("Sec-Fetch-Dest") ?? "document";
  const isPrefetch = headers.get("Sec-Purpose")?.includes("prefetch") ?? false;
  return (site === "none" || site === "same-origin") && destination === "document" && !isPrefetch;
}

export const signInCalls: CallTable = {
  "/api/auth/google": googleCalls,
  "/auth/google": googleCalls,
  "/api/auth/google/callback": googleCallbackCalls,
  "/auth/google/callback": googleCallbackCalls,
  "/api/auth/logout": {
    GET: forAnyone({
      summary: "リンクからログアウトします。",
      redirectsTo: "ホーム",
      async handle({ request, url }) {
        if (!isFollowedLink(request)) return redirect("/");
        return redirect("/", { headers: await logOut(request, url) });
      },
    }),
    POST: forAnyone({
      summary: "ログアウトします。",
      otherStatuses: { 303: "フォームから送信したときは、ホームに移動します。" },
      reply: doneReply,
      async handle({ request, url }) {
        const headers = await logOut(request, url);
        const wantsPage = request.headers.get("Accept")?.includes("text/html");
        return wantsPage
          ? redirect("/", { status: 303, headers })
          : Response.json({ success: true }, { headers });
      },
    }),
  },
  "/api/debug/session": {
    GET: forAnyone({
      summary: "この呼び出しがどのアカウントのものかを調べます。",
      reply: debugSessionReply,
      handle: async ({ viewer }) => ({ authenticated: viewer !== null, userId: viewer?.id ?? null }),
    }),
  },
  "/api/access-control": {
    GET: forAnyone({
      summary: "サービスを利用できるかどうかを調べます。",
      reply: accessReply,
      async handle({ request, url, viewer }) {
        const reason = accessReason({ viewer, hasSession: hasSessionCookie(request, url) });
        return { hasAccess: reason === "ok", reason };
      },
    }),
  },
  "/api/session": {
    POST: forAnyone({
      summary: "Cookieの使用についての選択を記録します。",
      reply: sessionSchema,
      limit: rateLimits.answerConsent,
      body: sessionSchema,
      async handle({ request, url, viewer, body }) {
        const newId = newVisitId();
        // A client keeps only the name that it was given here: it could have any other from somebody else.
        const own = readConsent(request, url).id;
        const named = own !== null && own === body.id ? own : newId;
        const id = await answerBanner({ viewer, ...body, id: named, newId });
        const cookie = consentCookie({ id, consent: consentOf(body) }, url);
        return Response.json(
          { ...body, id },
          { headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" } },
        );
      },
    }),
  },
};
