/** What this browser's visit has answered to the cookie banner (spec 1 §4): analytics load with `all` alone. */
export type Consent = "undecided" | "essential" | "all";

/** An answer as the rows and `POST /api/session` hold it (spec 1 §3, "Session"). */
export interface ConsentFlags {
  cookieConsent: boolean;
  analyticsConsent: boolean;
}

/** Analytics need both: who refuses cookies has refused them too. */
export function consentOf({ cookieConsent, analyticsConsent }: ConsentFlags): "essential" | "all" {
  return cookieConsent && analyticsConsent ? "all" : "essential";
}
