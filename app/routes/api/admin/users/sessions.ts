import { endAllSessions } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { memberParams, memberSessionsReply } from "#app/features/admin/members/members.schema.ts";
import { listMemberSessions } from "#app/features/admin/members/server/list-member-activity.server.ts";
import { recordLook } from "#app/features/admin/record-look.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "会員がログインしている端末を返します。",
    description: "見たことは操作記録に残ります。",
    reply: memberSessionsReply,
    params: memberParams,
    async answer({ admin, params: { userId } }) {
      const sessions = await listMemberSessions({ userId });
      await recordLook({ adminSessionId: admin.id, actor: actorOf(admin), userId, kind: "sessions" });
      return sessions.map(({ device, ...session }) => ({ ...session, deviceInfo: device }));
    },
  }),
  DELETE: forAdmin({
    summary: "会員をすべての端末でログアウトさせます。",
    description: adminPasswordDescription,
    reply: doneReply,
    params: memberParams,
    async answer({ admin, params: { userId } }) {
      await listMemberSessions({ userId });
      await endAllSessions({ viewer: { id: userId }, actor: actorOf(admin) });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
