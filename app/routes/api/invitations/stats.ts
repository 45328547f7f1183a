import { invitationStatsReply } from "#app/features/invitations/invitations.schema.ts";
import { countInvitations } from "#app/features/invitations/server/list-invitations.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "招待の状況を返します。",
    reply: invitationStatsReply,
    answer: ({ viewer }) => countInvitations({ viewer }),
  }),
});
export const loader = route.loader;
export const action = route.action;
