import { checkHealth } from "#app/features/health/check-health.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "サーバーの状態を返します。",
    produces: "application/json",
    async answer() {
      const status = await checkHealth();
      const headers = { "Cache-Control": "no-store" };
      return Response.json({ status }, { status: status === "ok" ? 200 : 503, headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
