import { z } from "zod";
import { invitationReply } from "#app/features/invitations/invitations.schema.ts";
import { listMyInvitations } from "#app/features/invitations/server/list-invitations.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分の招待コードを一覧にします。",
    reply: z.array(invitationReply),
    async answer({ viewer }) {
      const invitations = await listMyInvitations({ viewer });
      // `id` is the code itself, as `DELETE /api/invitations/{code}` takes it.
      return invitations.map((invitation) => ({ id: invitation.code, ...invitation }));
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
