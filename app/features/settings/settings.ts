import type { GatePath } from "#app/features/access/access.ts";
import type { Section } from "#app/features/accounts/account-sections.ts";
import type { SessionView } from "#app/features/accounts/sessions/session-list.tsx";
import type { BlockedMembersPage } from "#app/features/blocks/blocked-members.tsx";
import type { MembershipView } from "#app/features/premium/subscription/membership.ts";

/** What members set. */
export interface SettingsPage {
  devices: { id: string; device: string; since: string; isCurrent: boolean }[];
  pushesFollowedTracks: boolean;
  emailsNews: boolean;
  membership: MembershipView;
  blocked: BlockedMembersPage;
  backgroundPlay: { isAllowed: boolean; isOn: boolean };
}

/** What every account has, also one that waits for approval or was denied: it is their data. */
export interface AccountSettings {
  email: string;
  /** Where an account that is not approved goes back to. */
  gatePath: GatePath | null;
  /** When the account will be moved to another sign-in, formatted; null without such a move. */
  movesAt: string | null;
  sessions: SessionView[];
  /** The last sign-in is not recent: deletion asks for another first. */
  needsSignIn: boolean;
  /** The payment that ends with the account; null for who pays nothing. */
  endingPayment: string | null;
  /** The section that a member comes back to after signing in again. */
  resumed: Section | null;
}
