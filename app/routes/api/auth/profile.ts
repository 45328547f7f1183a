import { userReply } from "#app/features/accounts/accounts.schema.ts";
import { presentUser } from "#app/features/accounts/viewer.ts";
import { profileChangesSchema, profileSchema } from "#app/features/profile/profile.schema.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  PUT: forMembers({
    summary: "プロフィールをまとめて更新します。",
    reply: userReply,
    limit: rateLimits.changeProfile,
    body: profileSchema,
    answer: async ({ viewer, body }) => presentUser(await updateProfile({ viewer, changes: body })),
  }),
  PATCH: forMembers({
    summary: "プロフィールの一部を更新します。",
    reply: userReply,
    limit: rateLimits.changeProfile,
    body: profileChangesSchema,
    answer: async ({ viewer, body }) => presentUser(await updateProfile({ viewer, changes: body })),
  }),
});
export const loader = route.loader;
export const action = route.action;
