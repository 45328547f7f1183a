/** How long after a sign-in a member may do what somebody at an unlocked device, or with a stolen cookie, must not. */
const recentSignInMs = 60 * 60 * 1000;

/** Whether a sign-in is at most an hour old. */
export const isRecentSignIn = (signedInAt: Date, now: Date = new Date()): boolean =>
  now.getTime() - signedInAt.getTime() <= recentSignInMs;

/** The query parameter of the sign-in page, and of the sign-in, with which a signed-in member signs in again. */
export const reauthenticationParameter = "reauthenticate";

/** The page where a signed-in member signs in again; leads to `returnPath`, a path of this site. */
export const reauthenticationPath = (returnPath: string): string =>
  `/sign-in?${new URLSearchParams({ redirect: returnPath, [reauthenticationParameter]: "1" })}`;
