export const accountPath = "/profile/account";

/** What the account settings do only soon after a sign-in: the sections of the page, by their ids. */
const sections = ["sessions", "export", "deletion"] as const;

type Section = (typeof sections)[number];

/** The query parameter with the section that a member comes back to after signing in again. */
export const resumeParameter = "resume";

export const readSection = (name: string | null): Section | null =>
  sections.find((section) => section === name) ?? null;

/** The page to sign in again, which leads back to a section of the account settings. */
export const resumePath = (section: Section): string =>
  reauthenticationPath(`${accountPath}?${resumeParameter}=${section}#${section}`);

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
