import { findPremiumStatus } from "#app/features/premium/find-premium-status.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({ answer: async ({ viewer }) => findPremiumStatus({ userId: viewer.id }) }),
});
export const loader = route.loader;
export const action = route.action;
