import { environment } from "#app/config/environment.ts";
import { externalServices } from "#app/features/providers/server/external-services.server.ts";
import type { Article } from "../article.ts";
import { commercialLaw } from "./commercial-law.server.ts";
import { configuredOperator } from "./facts.server.ts";
import { communityGuidelines } from "./guidelines.server.ts";
import { privacyPolicy } from "./privacy.server.ts";
import { terms } from "./terms.server.ts";

/** Members agree to these texts, or the law asks for them. */
export function legalArticles(): {
  terms: Article;
  guidelines: Article;
  privacy: Article;
  commercialLaw: Article;
} {
  const operator = configuredOperator();
  const { ANALYTICS_SCRIPT_URL } = environment();
  const analyticsHost = ANALYTICS_SCRIPT_URL ? new URL(ANALYTICS_SCRIPT_URL).host : null;
  return {
    terms: terms(operator),
    guidelines: communityGuidelines,
    privacy: privacyPolicy({ operator, analyticsHost, externalServices: externalServices() }),
    commercialLaw: commercialLaw(operator),
  };
}
