import { z } from "zod";
import { endSessionOf } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { recentSignInDescription, requireRecentSignIn } from "#app/http/auth/recent-sign-in.server.ts";
import { currentSessionName } from "#app/http/auth/session.server.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";

const route = endpoint({
  DELETE: forAccounts({
    summary: "ほかの端末を1つログアウトします。",
    description: recentSignInDescription,
    reply: doneReply,
    params: z.object({ id: z.string().max(100) }),
    async answer({ request, context, url, viewer, params }) {
      // This device may always be logged out.
      if (params.id !== currentSessionName(request, url)) requireRecentSignIn(context, viewer);
      await endSessionOf({ userId: viewer.id, publicId: params.id });
      logSecurityEvent(context, "session_ended", { userId: viewer.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
