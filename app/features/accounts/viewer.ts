import type { z } from "zod";
import { AccountNotApproved, NotAuthenticated } from "#app/features/domain-error.ts";
import type { AccountState } from "./account.ts";
import type { userReply } from "./accounts.schema.ts";

export interface Viewer {
  id: string;
  name: string;
  email: string;
  customUserId: string | null;
  /** URL, uploaded path or an emoji; null for none. */
  picture: string | null;
  xHandle: string | null;
  state: AccountState;
  isPremium: boolean;
  /** Null without premium, and for premium without an end. Includes the grace in which Stripe renews. */
  premiumEndDate: Date | null;
  /** The end as it is shown, without the grace (`shownPremiumEnd`). */
  premiumDisplayEndDate: Date | null;
  /** End of the trial of 2.0x speed; null before it was started. */
  speedTrialEndsAt: Date | null;
  /** When the session of the request began, by a sign-in. */
  signedInAt: Date;
}

/** The rule "whoever is signed in, approved or not": returns the viewer. Throws `NotAuthenticated` for nobody. */
export function requireAccount(viewer: Viewer | null): Viewer {
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}

/**
 * The rule "only an approved member": returns the viewer as such.
 * Throws `NotAuthenticated` for nobody and `AccountNotApproved` for any account that is not approved.
 */
export function requireMember(viewer: Viewer | null): Viewer {
  if (!viewer) throw new NotAuthenticated();
  if (viewer.state !== "approved") throw new AccountNotApproved(viewer.state);
  return viewer;
}

/**
 * The rule "whoever may manage a subscription of their own": an approved member, and a suspended one, whose subscription goes
 * on. Throws what `requireMember` throws for everybody else.
 */
export function requireSubscriber(viewer: Viewer | null): Viewer {
  return viewer?.state === "suspended" ? viewer : requireMember(viewer);
}

/** The signed-in user as `GET /api/auth/user` shows them, with the state of the account. */
export function presentUser(viewer: Viewer): z.infer<typeof userReply> {
  const { id, name, email, customUserId, picture, xHandle, isPremium, state } = viewer;
  return { id, name, email, customUserId, picture, xHandle, isPremium, state };
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    user: ReturnType<typeof presentUser> | null;
    /** Signed in and approved. */
    isMember: boolean;
    /** Label of the buttons that lead to Google's sign-in; absent with the local one. */
    signInLabel: string | undefined;
  }
}
