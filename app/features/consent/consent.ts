/** The answer of this browser to the cookie banner: analytics load only with `all`. */
export type Consent = "undecided" | "essential" | "all";

/** An answer as it is stored and as `POST /api/session` takes it. */
export interface ConsentFlags {
  cookieConsent: boolean;
  analyticsConsent: boolean;
}

/** `all` only when both are consented to: analytics need cookies. */
export function consentOf({ cookieConsent, analyticsConsent }: ConsentFlags): "essential" | "all" {
  return cookieConsent && analyticsConsent ? "all" : "essential";
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** This visit's answer to the cookie banner. */
    consent: Consent;
  }
}
