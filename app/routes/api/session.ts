import { sessionSchema } from "#app/features/consent/consent.schema.ts";
import { consentOf } from "#app/features/consent/consent.ts";
import { answerBanner } from "#app/features/consent/server/record-consent.server.ts";
import { consentCookie, newVisitId, readConsent } from "#app/http/cookies/consent-cookie.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "Cookieの使用についての選択を記録します。",
    reply: sessionSchema,
    limit: rateLimits.answerConsent,
    body: sessionSchema,
    async answer({ request, url, viewer, body }) {
      const newId = newVisitId();
      // A client goes on with the name that it was given here; any other it could have from somebody else.
      const own = readConsent(request, url).id;
      const named = own !== null && own === body.id ? own : newId;
      const id = await answerBanner({ viewer, ...body, id: named, newId });
      const cookie = consentCookie({ id, consent: consentOf(body) }, url);
      return Response.json(
        { ...body, id },
        { headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" } },
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
