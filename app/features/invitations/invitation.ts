/** A code that lets people in, as its owner sees it (spec 1 §3). */
export interface Invitation {
  code: string;
  usedCount: number;
  maxUses: number;
  /** Neither revoked nor expired; a used-up code can be active. */
  isActive: boolean;
}

export type InvitationState = "usable" | "used-up" | "inactive";

/** What a code is good for (spec 2 §4, "Invitation code"). One that is both used up and inactive is used up. */
export function invitationState(invitation: Invitation): InvitationState {
  if (invitation.usedCount >= invitation.maxUses) return "used-up";
  return invitation.isActive ? "usable" : "inactive";
}
