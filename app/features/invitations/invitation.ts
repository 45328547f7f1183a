/** Characters of what an inviter says to who opens the invitation. */
export const maxInvitationMessage = 80;

/** An invitation code as its owner sees it. A used-up code can be active. */
export interface Invitation {
  code: string;
  usedCount: number;
  maxUses: number;
  /** Neither revoked nor expired. */
  isActive: boolean;
  /** What its page says in the owner's name; null for nothing. */
  message: string | null;
}

export type InvitationState = "usable" | "used-up" | "inactive";

/** The state of a code. One that is both used up and inactive is used up. */
export function invitationState(invitation: Invitation): InvitationState {
  if (invitation.usedCount >= invitation.maxUses) return "used-up";
  return invitation.isActive ? "usable" : "inactive";
}
