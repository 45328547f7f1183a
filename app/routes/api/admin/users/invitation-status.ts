import { invitationStatusBody, memberReply } from "#app/features/admin/members/members.schema.ts";
import { findMemberRow } from "#app/features/admin/members/server/find-member.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { setInvitePermission } from "#app/features/invitations/server/set-invite-permission.server.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "会員がほかの人を招待できるかどうかを変えます。",
    description: `権限を取り上げるときは、${adminPasswordDescription}`,
    reply: memberReply,
    errorStatuses: [404],
    body: invitationStatusBody,
    async answer({ admin, body: { userId, canInvite } }) {
      await setInvitePermission({ userId, canInvite, actor: actorOf(admin) });
      return memberReply.parse(await findMemberRow({ userId }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
