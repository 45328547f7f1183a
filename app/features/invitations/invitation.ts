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

/** A link of the house, as the console shows it. */
export interface OfficialInvitation {
  code: string;
  state: InvitationState;
  usedCount: number;
  maxUses: number;
  expiresAt: Date | null;
  createdAt: Date;
}

/** The word for each state. */
export const invitationStateNames = { usable: "使えます", "used-up": "使用済み", inactive: "無効" } as const;

export type InvitationState = "usable" | "used-up" | "inactive";

/** The state of a code. One that is both used up and inactive is used up. */
export function invitationState(
  invitation: Pick<Invitation, "usedCount" | "maxUses" | "isActive">,
): InvitationState {
  if (invitation.usedCount >= invitation.maxUses) return "used-up";
  return invitation.isActive ? "usable" : "inactive";
}
