import { memberParams, memberReply, premiumBody } from "#app/features/admin/members/members.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";
import { setPremiumOf } from "./set-premium.server.ts";

const route = endpoint({
  PATCH: forAdmin({
    summary: "会員にプレミアムを付与し、または付与したものを終わらせます。",
    description: `カードでお支払い中の会員を無料にはできません。先に解約が必要です。終わらせるとき、期限を早めるときは、${adminPasswordDescription}`,
    reply: memberReply,
    errorStatuses: [409],
    params: memberParams,
    body: premiumBody,
    answer: ({ admin, params: { userId }, body }) => setPremiumOf({ userId, body, admin }),
  }),
});
export const loader = route.loader;
export const action = route.action;
