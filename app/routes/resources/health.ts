import { checkHealth, describeHealth } from "#app/features/health/check-health.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "サーバーの状態を返します。管理者には、稼働時間やメモリも返します。",
    produces: "application/json",
    async handle({ context }) {
      const status = await checkHealth();
      // Without a database there are no sessions, and looking for one would delay the answer.
      const admin = status === "error" ? null : await context.admin().catch(() => null);
      const headers = { "Cache-Control": "no-store", ...(status === "ok" ? {} : { "Retry-After": "5" }) };
      const body = describeHealth(status, { isDetailed: admin !== null });
      return Response.json(body, { status: status === "ok" ? 200 : 503, headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
