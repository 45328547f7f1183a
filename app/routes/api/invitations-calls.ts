import { z } from "zod";
import {
  invitationParams,
  invitationReply,
  invitationStatsReply,
} from "#app/features/invitations/invitations.schema.ts";
import { revokeInvitation } from "#app/features/invitations/server/invitation-verbs.server.ts";
import {
  countInvitations,
  listMyInvitations,
} from "#app/features/invitations/server/list-invitations.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";

export const invitationsCalls: CallTable = {
  "/api/invitations/my": {
    GET: forMembers({
      summary: "自分の招待コードを一覧にします。",
      reply: z.array(invitationReply),
      async handle({ viewer }) {
        const invitations = await listMyInvitations({ viewer });
        // `DELETE /api/invitations/{code}` takes the code itself as `id`.
        return invitations.map(({ message: _, ...invitation }) => ({ id: invitation.code, ...invitation }));
      },
    }),
  },
  "/api/invitations/stats": {
    GET: forMembers({
      summary: "招待の状況を返します。",
      reply: invitationStatsReply,
      handle: ({ viewer }) => countInvitations({ viewer }),
    }),
  },
  "/api/invitations/:code": {
    DELETE: forMembers({
      errorStatuses: [409],
      summary: "招待コードを取り消します。",
      params: invitationParams,
      does: ({ viewer, params }) => revokeInvitation({ viewer, code: params.code }),
    }),
  },
};
