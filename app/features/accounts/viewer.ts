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
  /** Without the grace (`shownPremiumEnd`). */
  premiumDisplayEndDate: Date | null;
  /** Null before the trial was started. */
  speedTrialEndsAt: Date | null;
  /** Spares everybody else the condition of `notBlockedBy`. */
  blocksAnyone: boolean;
  signedInAt: Date;
}

/** The rule "everybody who is signed in, approved or not". Throws `NotAuthenticated`. */
export function requireAccount(viewer: Viewer | null): Viewer {
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}

/** The rule "only an approved member". Throws `NotAuthenticated` for nobody, `AccountNotApproved` for other accounts. */
export function requireMember(viewer: Viewer | null): Viewer {
  if (!viewer) throw new NotAuthenticated();
  if (viewer.state !== "approved") throw new AccountNotApproved(viewer.state);
  return viewer;
}

/** Suspended members too: their subscription goes on. Throws like `requireMember`. */
export function requireSubscriber(viewer: Viewer | null): Viewer {
  return viewer?.state === "suspended" ? viewer : requireMember(viewer);
}

export function presentUser(viewer: Viewer): z.infer<typeof userReply> {
  const { id, name, email, customUserId, picture, xHandle, isPremium, state } = viewer;
  return { id, name, email, customUserId, picture, xHandle, isPremium, state };
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    user: ReturnType<typeof presentUser> | null;
    /** Signed in and approved. */
    isMember: boolean;
    /** Of buttons that lead to Google's sign-in; absent with the local one. */
    signInLabel: string | undefined;
  }
}
