import { countInvitations } from "#app/features/invitations/count-invitations.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({ answer: ({ viewer }) => countInvitations({ viewer }) }),
});
export const loader = route.loader;
export const action = route.action;
