import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { checked } from "#app/features/checked.ts";
import { consentFormSchema } from "#app/features/consent/consent.schema.ts";
import { consentOf } from "#app/features/consent/consent.ts";
import { answerBanner } from "#app/features/consent/server/answer-banner.server.ts";
import { consentCookie, newVisitId, readConsent } from "#app/http/consent-cookie.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { wantsPage } from "#app/http/wants-page.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "Cookieの使用についての選択を記録します。",
    leads: "元のページ",
    limit: rateLimits.answerConsent,
    async answer({ request, url, viewer }) {
      const fields = await readFields(request);
      const { choice, analytics } = checked(consentFormSchema, fields);
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
      return wantsPage(request)
        ? redirect(safeReturnPath(fields.redirect), { status: 303, headers })
        : Response.json({ consent: visit.consent }, { headers: { ...headers, "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
