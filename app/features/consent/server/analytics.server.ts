import { environment } from "#app/config/environment.ts";

/** A script that counts page views of those who consented: Plausible or a compatible one. */
export interface Analytics {
  scriptUrl: string;
  /** The site's domain in the analytics service (`data-domain`). */
  domain: string;
}

/** The configured analytics, or null (the default). `hostname` is that of the site. */
export function configuredAnalytics(hostname: string): Analytics | null {
  const { ANALYTICS_SCRIPT_URL, ANALYTICS_DOMAIN } = environment();
  return ANALYTICS_SCRIPT_URL
    ? { scriptUrl: ANALYTICS_SCRIPT_URL, domain: ANALYTICS_DOMAIN ?? hostname }
    : null;
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** What may be loaded once the visitor allows all cookies; null where nothing is configured. */
    analytics: Analytics | null;
  }
}
