import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { recentSignInDescription, requireRecentSignIn } from "#app/http/auth/recent-sign-in.server.ts";
import { clearSessionCookie, clearSiteData } from "#app/http/auth/session.server.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";

const route = endpoint({
  DELETE: forAccounts({
    summary: "アカウントと、そのすべてのデータを削除します。",
    description: recentSignInDescription,
    reply: doneReply,
    async answer({ context, url, viewer }) {
      requireRecentSignIn(context, viewer);
      await deleteAccount({ viewer });
      logSecurityEvent(context, "account_deleted", { userId: viewer.id });
      return Response.json(
        { success: true },
        { headers: { ...clearSiteData, "Set-Cookie": clearSessionCookie(url) } },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
