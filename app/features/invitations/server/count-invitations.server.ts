import type { z } from "zod";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { invitationState } from "../invitation.ts";
import type { invitationStatsReply } from "../invitations.schema.ts";
import { joinedThrough } from "./list-invited-members.server.ts";
import { listMyInvitations } from "./list-my-invitations.server.ts";

/** `totalInvitesUsed` are people who joined by the member's codes and have an account. */
export type InvitationStats = z.infer<typeof invitationStatsReply>;

/** The member's statistics (spec 1 §3). Makes the codes if this is their first need. */
export async function countInvitations(options: { viewer: { id: string } }): Promise<InvitationStats> {
  const [invitations, totalInvitesUsed] = await Promise.all([
    listMyInvitations(options),
    db.$count(users, joinedThrough(options.viewer.id)),
  ]);
  const availableInvites = invitations.filter((one) => invitationState(one) === "usable").length;
  return { totalInvitesUsed, availableInvites };
}
