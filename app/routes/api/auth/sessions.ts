import { endAllSessions } from "#app/features/accounts/end-sessions.server.ts";
import { listSessions } from "#app/features/accounts/list-sessions.server.ts";
import { endpoint, forAccounts } from "#app/http/endpoint.server.ts";
import { currentSession, forgetSession } from "#app/http/session.server.ts";

const route = endpoint({
  GET: forAccounts({
    answer: ({ request, url, viewer }) => listSessions({ viewer, current: currentSession(request, url) }),
  }),
  DELETE: forAccounts({
    async answer({ url, viewer }) {
      await endAllSessions({ viewer });
      return Response.json({ success: true }, { headers: { "Set-Cookie": forgetSession(url) } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
