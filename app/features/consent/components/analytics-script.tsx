import { useEffect, useState } from "react";
import { useConsent } from "#app/features/consent/use-consent.tsx";
import { useRootData } from "#app/features/site/root-data.ts";

/**
 * Loads the analytics script once the visitor has consented. It counts navigation itself, and can't be unloaded: a withdrawn
 * consent takes effect with the next page load.
 */
export function AnalyticsScript() {
  const { consent } = useConsent();
  const analytics = useRootData()?.analytics ?? null;
  // A document loaded without consent has headers that forbid requests to the service: a consent given on it also takes
  // effect with the next page load.
  const [mayReport] = useState(consent !== "essential");
  const active = mayReport && consent === "all" ? analytics : null;
  const { scriptUrl, domain } = active ?? {};
  useEffect(() => {
    if (!scriptUrl || !domain || document.querySelector("script[data-domain]")) return;
    const script = document.createElement("script");
    script.defer = true;
    script.src = scriptUrl;
    script.dataset.domain = domain;
    // Browsers hide the nonce from selectors and markup, but not from scripts.
    script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    document.head.append(script);
  }, [scriptUrl, domain]);
  return null;
}
