import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { dismissedCookie } from "#app/http/cookies/announcement-cookie.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { readFormFields } from "#app/http/core/read-body.server.ts";
import { prefersHtml } from "#app/http/core/request-kind.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "運営からのお知らせを閉じます。",
    redirectsTo: "元のページ",
    limit: rateLimits.postForm,
    async handle({ request, url }) {
      const fields = await readFormFields(request);
      const id = /^\d{1,9}$/.test(fields.id ?? "") ? Number(fields.id) : 0;
      const headers = { "Set-Cookie": dismissedCookie(request, url, id), "Cache-Control": "no-store" };
      return prefersHtml(request)
        ? redirect(safeReturnPath(fields.redirect), { status: 303, headers })
        : Response.json({ success: true }, { headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
