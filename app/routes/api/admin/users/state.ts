import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { memberParams, memberReply, memberStateBody } from "#app/features/admin/members/members.schema.ts";
import { findMemberRow } from "#app/features/admin/members/server/find-member.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  PATCH: forAdmin({
    summary: "会員を承認し、停止し、または拒否します。",
    description: `停止（\`suspended\`）と拒否（\`denied\`）では、すべての端末でログアウトし、公開したものが見えなくなります。停止ではお支払いに触れず、承認（\`approved\`）すると元に戻ります。拒否ではお支払いがすぐに解約され、承認しても戻りません。停止できるのは承認済みの会員だけで、ほかは409です。停止と拒否では、${adminPasswordDescription}`,
    reply: memberReply,
    errorStatuses: [409],
    params: memberParams,
    body: memberStateBody,
    async answer({ admin, params: { userId }, body: { state, reason } }) {
      const actor = actorOf(admin);
      if (state === "approved") await approveAccount({ userId, actor });
      else if (state === "denied") await denyAccount({ userId, actor, reason });
      else await suspendAccount({ userId, actor, reason: reason ?? "" });
      return memberReply.parse(await findMemberRow({ userId }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
