import { deleteAccount } from "#app/features/accounts/server/delete-account.server.ts";
import { doneReply } from "#app/features/done.schema.ts";
import { endpoint, forAccounts } from "#app/http/endpoint.server.ts";
import { clearDevice, forgetSession } from "#app/http/session.server.ts";

const route = endpoint({
  DELETE: forAccounts({
    summary: "アカウントと、そのすべてのデータを削除します。",
    reply: doneReply,
    async answer({ url, viewer }) {
      await deleteAccount({ viewer });
      return Response.json(
        { success: true },
        { headers: { ...clearDevice, "Set-Cookie": forgetSession(url) } },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
