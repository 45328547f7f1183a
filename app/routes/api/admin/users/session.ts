import { endSessionOf } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { memberSessionParams } from "#app/features/admin/members/members.schema.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  DELETE: forAdmin({
    summary: "会員を1つの端末でログアウトさせます。",
    description: adminPasswordDescription,
    reply: doneReply,
    params: memberSessionParams,
    async answer({ admin, params: { userId, sessionId } }) {
      await endSessionOf({ userId, publicId: sessionId, actor: actorOf(admin) });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
