import { invitationParams } from "#app/features/invitations/invitations.schema.ts";
import { revokeInvitation } from "#app/features/invitations/server/revoke-invitation.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  DELETE: forMembers({
    errorStatuses: [409],
    summary: "招待コードを取り消します。",
    reply: doneReply,
    params: invitationParams,
    async answer({ viewer, params }) {
      await revokeInvitation({ viewer, code: params.code });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
