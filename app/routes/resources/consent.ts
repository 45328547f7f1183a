import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { consentFormSchema } from "#app/features/consent/consent.schema.ts";
import { consentOf } from "#app/features/consent/consent.ts";
import { answerBanner } from "#app/features/consent/server/record-consent.server.ts";
import { validate } from "#app/features/validate.ts";
import { consentCookie, newVisitId, readConsent } from "#app/http/cookies/consent-cookie.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { readFormFields } from "#app/http/core/read-body.server.ts";
import { prefersHtml } from "#app/http/core/request-kind.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "Cookieの使用についての選択を記録します。",
    redirectsTo: "元のページ",
    limit: rateLimits.answerConsent,
    async handle({ request, url, viewer }) {
      const fields = await readFormFields(request);
      const { choice, analytics } = validate(consentFormSchema, fields);
      const newId = newVisitId();
      const id = readConsent(request, url).id ?? newId;
      const flags = {
        cookieConsent: true,
        analyticsConsent: choice === "all" || (choice === "custom" && analytics !== undefined),
      };
      const visit =
        choice === "ask"
          ? { id, consent: "undecided" as const }
          : { id: await answerBanner({ viewer, id, newId, ...flags }), consent: consentOf(flags) };
      const headers = { "Set-Cookie": consentCookie(visit, url) };
      return prefersHtml(request)
        ? redirect(safeReturnPath(fields.redirect), { status: 303, headers })
        : Response.json({ consent: visit.consent }, { headers: { ...headers, "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
