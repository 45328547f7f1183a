import type { z } from "zod";
import type { invitationReply } from "./invitations.schema.ts";

/** A code that lets people in, as its owner sees it (spec 1 §3). A used-up code can be active. */
export type Invitation = Omit<z.infer<typeof invitationReply>, "id">;

export type InvitationState = "usable" | "used-up" | "inactive";

/** What a code is good for (spec 2 §4, "Invitation code"). One that is both used up and inactive is used up. */
export function invitationState(invitation: Invitation): InvitationState {
  if (invitation.usedCount >= invitation.maxUses) return "used-up";
  return invitation.isActive ? "usable" : "inactive";
}
