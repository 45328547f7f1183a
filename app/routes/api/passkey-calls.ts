import { passkeyOptionsReply, passkeySignInBody } from "#app/features/admin/passkeys/passkeys.schema.ts";
import { finishPasskeySignIn, startPasskeySignIn } from "#app/http/auth/passkey-sign-in.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const passkeyCalls: CallTable = {
  "/api/admin/login/passkey-options": {
    POST: forAnyone({
      summary: "パスキーで管理画面にログインするための、ブラウザへの問いを返します。",
      description: "問いは、渡したCookieを持つブラウザだけが、5分のあいだに一度だけ使えます。",
      reply: passkeyOptionsReply,
      errorStatuses: [409],
      limit: rateLimits.startPasskeySignIn,
      handle: ({ context }) => startPasskeySignIn(context),
    }),
  },
  "/api/admin/login/passkey": {
    POST: forAnyone({
      summary: "パスキーで管理画面にログインします。",
      description:
        "`/api/admin/login/passkey-options`の問いへの、パスキーの返事を送ります。ログインは、パスワードでのログインと同じものです。",
      errorStatuses: [401, 409],
      limit: rateLimits.adminPassword,
      body: passkeySignInBody,
      does: ({ request, context, body: { credential, rememberMe = false } }) =>
        finishPasskeySignIn({ request, context, assertion: credential, rememberMe }),
    }),
  },
};
