import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { memberParams, memberReply, memberStateBody } from "#app/features/admin/members/members.schema.ts";
import { findMemberRow } from "#app/features/admin/members/server/find-member.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  PATCH: forAdmin({
    summary: "会員を承認し、または停止します。",
    description: "停止すると、すべての端末でログアウトし、お支払いは止まります。承認すると元に戻ります。",
    reply: memberReply,
    params: memberParams,
    body: memberStateBody,
    async answer({ admin, params: { userId }, body: { state, reason } }) {
      const actor = actorOf(admin);
      if (state === "approved") await approveAccount({ userId, actor });
      else await denyAccount({ userId, actor, reason });
      return memberReply.parse(await findMemberRow({ userId }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
