import { z } from "zod";
import { userIdCheckReply } from "#app/features/profile/profile.schema.ts";
import { checkCustomUserId } from "#app/features/profile/server/check-custom-user-id.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "ユーザーIDが使えるかどうかを調べます。",
    reply: userIdCheckReply,
    limit: rateLimits.checkUserId,
    params: z.object({ customUserId: z.string() }),
    answer: ({ viewer, params }) => checkCustomUserId({ viewer, customUserId: params.customUserId }),
  }),
});
export const loader = route.loader;
export const action = route.action;
