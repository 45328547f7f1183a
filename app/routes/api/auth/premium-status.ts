import { premiumStatusReply } from "#app/features/premium/premium.schema.ts";
import { findPremiumStatus } from "#app/features/premium/server/find-premium-status.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分のプレミアムの状態を返します。",
    reply: premiumStatusReply,
    answer: async ({ viewer }) => findPremiumStatus({ userId: viewer.id }),
  }),
});
export const loader = route.loader;
export const action = route.action;
