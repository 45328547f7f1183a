import { invitationCardSpec } from "#app/features/arrival/invitation-card.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { invitationParams } from "#app/features/invitations/invitations.schema.ts";
import { findOpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { answerCover, coverDocs, coverQuery } from "../api/answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "招待を知らせる画像を返します。",
    ...coverDocs,
    params: invitationParams,
    query: coverQuery.pick({ v: true }),
    async handle(call) {
      const invitation = await findOpenInvitation(call.params.code);
      if (!invitation) throw new NotFound("招待が見つかりません");
      // Not public: the address is a secret of those who have it.
      return answerCover(
        { ...call, query: { ...call.query, size: "1200x630" } },
        invitationCardSpec(invitation),
        false,
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
