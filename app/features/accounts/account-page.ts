import { reauthenticationPath } from "./sign-in/reauthentication.ts";

export const accountPath = "/profile/account";

/** What the account settings do only soon after a sign-in: the sections of the page, by their ids. */
const sections = ["sessions", "export", "deletion"] as const;

type Section = (typeof sections)[number];

/** The query parameter with the section that a member comes back to after signing in again. */
export const resumeParameter = "resume";

/** The section that a query parameter names, or null. */
export const readSection = (name: string | null): Section | null =>
  sections.find((section) => section === name) ?? null;

/** The page to sign in again, which leads back to a section of the account settings. */
export const resumePath = (section: Section): string =>
  reauthenticationPath(`${accountPath}?${resumeParameter}=${section}#${section}`);
