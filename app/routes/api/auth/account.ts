import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { clearSessionCookie, clearSiteData } from "#app/http/auth/session.server.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  DELETE: forAccounts({
    summary: "アカウントと、そのすべてのデータを削除します。",
    reply: doneReply,
    async answer({ url, viewer }) {
      await deleteAccount({ viewer });
      return Response.json(
        { success: true },
        { headers: { ...clearSiteData, "Set-Cookie": clearSessionCookie(url) } },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
