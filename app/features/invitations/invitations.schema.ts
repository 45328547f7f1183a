import { z } from "zod";
import { optionalText } from "#app/features/text.schema.ts";
import { maxInvitationMessage } from "./invitation.ts";

export const invitationParams = z.object({ code: z.string().min(1).max(100) });

/** `revoke` makes a code inactive, `message` sets what its page says (empty: nothing). */
export const invitationForm = invitationParams.extend({
  intent: z.enum(["revoke", "message"]).default("revoke"),
  message: optionalText(maxInvitationMessage, `${maxInvitationMessage}文字以内で入力してください`),
});

/** `id` is the code: the call that revokes it takes it. */
export const invitationReply = z
  .object({
    id: z.string().describe("`DELETE /api/invitations/{code}`に渡す名前"),
    code: z.string(),
    usedCount: z.int(),
    maxUses: z.int(),
    isActive: z.boolean().describe("取り消されておらず、期限も切れていないかどうか"),
  })
  .meta({ id: "Invitation", description: "招待コードです。" });

export const invitationStatsReply = z
  .object({
    totalInvitesUsed: z.int().describe("招待から参加した人の数"),
    availableInvites: z.int().describe("まだ使える招待コードの数"),
  })
  .meta({ id: "InvitationStats", description: "招待の状況です。" });
