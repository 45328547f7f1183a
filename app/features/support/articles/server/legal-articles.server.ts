import { environment } from "#app/config/environment.ts";
import type { Article } from "../article.ts";
import { commercialLaw } from "./commercial-law.server.ts";
import { configuredOperator } from "./facts.server.ts";
import { privacyPolicy } from "./privacy.server.ts";
import { terms } from "./terms.server.ts";

/** The three legal texts of this installation. */
export function legalArticles(): { terms: Article; privacy: Article; commercialLaw: Article } {
  const operator = configuredOperator();
  const { ANALYTICS_SCRIPT_URL } = environment();
  const analyticsHost = ANALYTICS_SCRIPT_URL ? new URL(ANALYTICS_SCRIPT_URL).host : null;
  return {
    terms: terms(operator),
    privacy: privacyPolicy({ operator, analyticsHost }),
    commercialLaw: commercialLaw(operator),
  };
}
