import { robots } from "#app/features/sitemap/robots.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "検索エンジンへの案内を返します。",
    produces: "text/plain",
    handle: async ({ url }) =>
      new Response(robots(url.origin), {
        headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
