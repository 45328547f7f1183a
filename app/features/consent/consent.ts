/** Analytics load only with `all`. */
export type Consent = "undecided" | "essential" | "all";

export interface ConsentFlags {
  cookieConsent: boolean;
  analyticsConsent: boolean;
}

/** `all` only if both are consented to: analytics need cookies. */
export function consentOf({ cookieConsent, analyticsConsent }: ConsentFlags): "essential" | "all" {
  return cookieConsent && analyticsConsent ? "all" : "essential";
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    consent: Consent;
  }
}
