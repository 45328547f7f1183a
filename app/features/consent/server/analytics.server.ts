import { environment } from "#app/config/environment.ts";

interface Analytics {
  scriptUrl: string;
  domain: string;
}

/** Null by default. `hostname`: the site's. */
export function configuredAnalytics(hostname: string): Analytics | null {
  const { ANALYTICS_SCRIPT_URL, ANALYTICS_DOMAIN } = environment();
  return ANALYTICS_SCRIPT_URL
    ? { scriptUrl: ANALYTICS_SCRIPT_URL, domain: ANALYTICS_DOMAIN ?? hostname }
    : null;
}

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** Null where nothing is configured. */
    analytics: Analytics | null;
  }
}
