import { AccountNotApproved, NotAuthenticated } from "../domain-error.ts";

/** The signed-in user as the rules need them. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  customUserId: string | null;
  /** URL, uploaded path or an emoji; null for none. */
  picture: string | null;
  xHandle: string | null;
  state: "approved" | "pending" | "denied";
  isPremium: boolean;
  /** Null without premium, and for one without an end. */
  premiumEndDate: Date | null;
  /** Null before the trial of 2.0x speed was started; past when it is over (spec 1 §4). */
  speedTrialEndsAt: Date | null;
}

/** The rule "whoever is signed in, approved or not": returns the viewer. Throws `NotAuthenticated` for nobody. */
export function requireAccount(viewer: Viewer | null): Viewer {
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}

/**
 * The rule "only an approved member": returns the viewer as such.
 * Throws `NotAuthenticated` for nobody and `AccountNotApproved` for a waiting or denied account.
 */
export function requireMember(viewer: Viewer | null): Viewer {
  if (!viewer) throw new NotAuthenticated();
  if (viewer.state !== "approved") throw new AccountNotApproved(viewer.state);
  return viewer;
}
