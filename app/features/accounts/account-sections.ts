import { hourMs } from "#app/lib/time-units.ts";

export const settingsPath = "/settings";

/** Ids of the sections that need a recent sign-in. */
const sections = ["sessions", "export", "deletion"] as const;

export type Section = (typeof sections)[number];

/** Names the section that a member comes back to after signing in again. */
export const resumeParameter = "resume";

export const readSection = (name: string | null): Section | null =>
  sections.find((section) => section === name) ?? null;

export const resumePath = (section: Section): string =>
  reauthenticationPath(`${settingsPath}?${resumeParameter}=${section}#${section}`);

/** Protects against an unlocked device and a stolen cookie: after this time, a member must sign in again. */
const recentSignInMs = hourMs;

export const isRecentSignIn = (signedInAt: Date): boolean =>
  Date.now() - signedInAt.getTime() <= recentSignInMs;

/** With it, a signed-in member signs in again. */
export const reauthenticationParameter = "reauthenticate";

/** `returnPath`: a path of this site. */
export const reauthenticationPath = (returnPath: string): string =>
  `/sign-in?${new URLSearchParams({ redirect: returnPath, [reauthenticationParameter]: "1" })}`;
