import { useEffect, useState } from "react";
import { useConsent } from "#app/features/consent/hooks/use-consent.tsx";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";

/**
 * Loads the configured analytics script once the visit has consented, with the page or later on it. The script counts
 * navigation itself. It can't be unloaded: a consent that is taken back holds from the next page load on.
 */
export function AnalyticsScript() {
  const { consent } = useConsent();
  const analytics = useRootData()?.analytics ?? null;
  // A document that came with a refusal forbids reports to the service (http/handle-request.server.ts): an answer
  // changed on it holds from the next page load on, too.
  const [mayReport] = useState(consent !== "essential");
  const wanted = mayReport && consent === "all" ? analytics : null;
  const { scriptUrl, domain } = wanted ?? {};
  useEffect(() => {
    if (!scriptUrl || !domain || document.querySelector("script[data-domain]")) return;
    const script = document.createElement("script");
    script.defer = true;
    script.src = scriptUrl;
    script.dataset.domain = domain;
    // Browsers hide the nonce from selectors and markup, not from scripts of the page.
    script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    document.head.append(script);
  }, [scriptUrl, domain]);
  return null;
}
