import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { parseColorScheme } from "#app/features/site/color-scheme.ts";
import { colorSchemeCookie } from "#app/http/cookies/color-scheme-cookie.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { readFormFields } from "#app/http/core/read-body.server.ts";
import { prefersHtml } from "#app/http/core/request-kind.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "表示の明るさを選びます。",
    redirectsTo: "元のページ",
    limit: rateLimits.postForm,
    async handle({ request, url }) {
      const fields = await readFormFields(request);
      const colorScheme = parseColorScheme(fields.theme);
      const headers = { "Set-Cookie": colorSchemeCookie(colorScheme, url) };
      return prefersHtml(request)
        ? redirect(safeReturnPath(fields.redirect), { status: 303, headers })
        : Response.json({ theme: colorScheme }, { headers: { ...headers, "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
