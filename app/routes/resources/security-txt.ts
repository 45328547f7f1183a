import { environment } from "#app/config/environment.ts";
import { securityTxt } from "#app/features/contact/security-txt.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "脆弱性の連絡先を返します（RFC 9116）。",
    produces: "text/plain",
    handle: async ({ url }) =>
      new Response(securityTxt({ origin: url.origin, email: environment().SUPPORT_EMAIL, now: new Date() }), {
        headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
