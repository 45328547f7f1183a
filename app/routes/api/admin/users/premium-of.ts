import { memberReply, premiumOfBody } from "#app/features/admin/members/members.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";
import { setPremiumOf } from "./set-premium.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "会員にプレミアムを付与し、または付与したものを終わらせます。",
    description: `\`PATCH /api/admin/users/{userId}/premium\`と同じです。終わらせるとき、期限を早めるときは、${adminPasswordDescription}`,
    reply: memberReply,
    errorStatuses: [404, 409],
    body: premiumOfBody,
    answer: ({ admin, body: { userId, ...body } }) => setPremiumOf({ userId, body, admin }),
  }),
});
export const loader = route.loader;
export const action = route.action;
