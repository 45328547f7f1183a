import { sessionSchema } from "#app/features/consent/consent.schema.ts";
import { consentOf } from "#app/features/consent/consent.ts";
import { recordConsent } from "#app/features/consent/record-consent.server.ts";
import { consentCookie } from "#app/http/consent-cookie.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  POST: forAnyone({
    body: sessionSchema,
    async answer({ url, viewer, body }) {
      await recordConsent({ viewer, ...body });
      const cookie = consentCookie({ id: body.id, consent: consentOf(body) }, url);
      return Response.json(body, { headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
