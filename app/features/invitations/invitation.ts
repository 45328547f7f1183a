export const maxInvitationMessage = 80;

/** As its owner sees it. A used-up code can be active. */
export interface Invitation {
  code: string;
  usedCount: number;
  maxUses: number;
  /** Neither revoked nor expired. */
  isActive: boolean;
  /** Its page says it in the owner's name; null for nothing. */
  message: string | null;
}

export const invitationStateNames = { usable: "使えます", "used-up": "使用済み", inactive: "無効" } as const;

export type InvitationState = "usable" | "used-up" | "inactive";

/** Used up wins over inactive. */
export function invitationState(
  invitation: Pick<Invitation, "usedCount" | "maxUses" | "isActive">,
): InvitationState {
  if (invitation.usedCount >= invitation.maxUses) return "used-up";
  return invitation.isActive ? "usable" : "inactive";
}
