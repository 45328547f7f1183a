import type { z } from "zod";
import type { invitationReply } from "./invitations.schema.ts";

/** An invitation code as its owner sees it. A used-up code can be active. */
export type Invitation = Omit<z.infer<typeof invitationReply>, "id">;

export type InvitationState = "usable" | "used-up" | "inactive";

/** The state of a code. One that is both used up and inactive is used up. */
export function invitationState(invitation: Invitation): InvitationState {
  if (invitation.usedCount >= invitation.maxUses) return "used-up";
  return invitation.isActive ? "usable" : "inactive";
}
