import { useRouteLoaderData } from "react-router";
import type { presentUser } from "#app/features/accounts/present-user.ts";
import type { Analytics } from "#app/features/analytics/configured-analytics.server.ts";
import type { Consent } from "#app/features/consent/consent.ts";
import type { Entitlements } from "#app/features/premium/entitlements.ts";
import type { FlashText } from "../flash.ts";

/** What every page knows about who looks at it and how; the root route loads it. */
export interface RootData {
  theme: "light" | "dark";
  /** The page is one that devices keep: it is the same for everybody, and says nothing of who looks at it. */
  isForNobody: boolean;
  /** The visit began in the installed app, as far as the server can know. */
  isInstalledApp: boolean;
  user: ReturnType<typeof presentUser> | null;
  /** Signed in and approved. */
  isMember: boolean;
  /** Notifications that the member has not read, as far as they are counted. */
  unread: number;
  /** Days of premium left; null without premium or without an end. */
  premiumDaysRemaining: number | null;
  /** What premium and trial open on this page; the server decides anew wherever it matters. */
  entitlements: Entitlements;
  /** End of the trial of 2.0x speed, ISO 8601; null before it was started, past when it is over. */
  speedTrialEndsAt: string | null;
  /** This visit's answer to the cookie banner. */
  consent: Consent;
  /** What may be loaded once it is `all`; null where nothing is configured. */
  analytics: Analytics | null;
  /** Where people reach the site, such as `https://mugen.example`. */
  origin: string;
  requestId: string;
  /** What the form before this page has left to be said. */
  flash: FlashText | null;
  /** The page is one whose form was refused. */
  refused: boolean;
  /** For the copyright line. */
  year: number;
}

/** Undefined when the root loader itself failed, and on pages that are for nobody. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<() => Promise<RootData>>("root");
  return data?.isForNobody ? undefined : data;
}
