import { logBrowserReports } from "#app/features/health/browser-report.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";
import { HttpError } from "#app/http/core/error-response.ts";
import { readReport } from "#app/http/core/read-body.server.ts";
import { redactPath } from "#app/http/core/request-trace.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forPublic({
    summary:
      "ブラウザーからの報告（コンテンツセキュリティポリシーの違反、ページのクラッシュ）を受け取ります。",
    produces: "application/json",
    limit: rateLimits.reportFromBrowser,
    async handle({ request, url }) {
      const body = await readReport(request);
      if (!logBrowserReports(body, { origin: url.origin, redact: redactPath }))
        throw new HttpError(400, "invalid", "リクエストを読み取れませんでした");
      return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
