import { environment } from "#app/config/environment.ts";

/** The script that counts page views, for those who consented: Plausible or what speaks like it. */
export interface Analytics {
  scriptUrl: string;
  /** The site's name there (`data-domain`). */
  domain: string;
}

/** This installation's analytics, or null: by default nothing is counted. `hostname` is the site's own. */
export function configuredAnalytics(hostname: string): Analytics | null {
  const { ANALYTICS_SCRIPT_URL, ANALYTICS_DOMAIN } = environment();
  return ANALYTICS_SCRIPT_URL
    ? { scriptUrl: ANALYTICS_SCRIPT_URL, domain: ANALYTICS_DOMAIN ?? hostname }
    : null;
}
