import { z } from "zod";
import { sessionReply } from "#app/features/accounts/accounts.schema.ts";
import { endAllSessions } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { listSessions } from "#app/features/accounts/sessions/list-sessions.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { recentSignInDescription, requireRecentSignIn } from "#app/http/auth/recent-sign-in.server.ts";
import { clearSessionCookie, clearSiteData, currentSessionName } from "#app/http/auth/session.server.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";

const route = endpoint({
  GET: forAccounts({
    summary: "ログイン中の端末を一覧にします。",
    reply: z.array(sessionReply),
    answer: ({ request, url, viewer }) => listSessions({ viewer, current: currentSessionName(request, url) }),
  }),
  DELETE: forAccounts({
    summary: "すべての端末からログアウトします。",
    description: recentSignInDescription,
    reply: doneReply,
    async answer({ context, url, viewer }) {
      requireRecentSignIn(context, viewer);
      await endAllSessions({ viewer });
      logSecurityEvent(context, "all_sessions_ended", { userId: viewer.id });
      return Response.json(
        { success: true },
        { headers: { ...clearSiteData, "Set-Cookie": clearSessionCookie(url) } },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
