import { z } from "zod";
import { sessionReply } from "#app/features/accounts/accounts.schema.ts";
import { endAllSessions } from "#app/features/accounts/server/end-sessions.server.ts";
import { listSessions } from "#app/features/accounts/server/list-sessions.server.ts";
import { doneReply } from "#app/features/done.schema.ts";
import { endpoint, forAccounts } from "#app/http/endpoint.server.ts";
import { clearDevice, currentSession, forgetSession } from "#app/http/session.server.ts";

const route = endpoint({
  GET: forAccounts({
    summary: "ログイン中の端末を一覧にします。",
    reply: z.array(sessionReply),
    answer: ({ request, url, viewer }) => listSessions({ viewer, current: currentSession(request, url) }),
  }),
  DELETE: forAccounts({
    summary: "すべての端末からログアウトします。",
    reply: doneReply,
    async answer({ url, viewer }) {
      await endAllSessions({ viewer });
      return Response.json(
        { success: true },
        { headers: { ...clearDevice, "Set-Cookie": forgetSession(url) } },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
