import { accessReply } from "#app/features/access/access.schema.ts";
import { accessReason } from "#app/features/access/access.ts";
import { sessionSchema } from "#app/features/consent/consent.schema.ts";
import { consentOf } from "#app/features/consent/consent.ts";
import { answerBanner } from "#app/features/consent/server/record-consent.server.ts";
import { hasSessionCookie } from "#app/http/auth/session.server.ts";
import { consentCookie, newVisitId, readConsent } from "#app/http/cookies/consent-cookie.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** Who the browser is, and what it may open. */
export const accessCalls: CallTable = {
  "/api/access-control": {
    GET: forAnyone({
      summary: "サービスを利用できるかどうかを調べます。",
      reply: accessReply,
      async handle({ request, url, viewer }) {
        const reason = accessReason({ viewer, hasSession: hasSessionCookie(request, url) });
        return { hasAccess: reason === "ok", reason };
      },
    }),
  },
  "/api/session": {
    POST: forAnyone({
      summary: "Cookieの使用についての選択を記録します。",
      reply: sessionSchema,
      limit: rateLimits.answerConsent,
      body: sessionSchema,
      async handle({ request, url, viewer, body }) {
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
  },
};
