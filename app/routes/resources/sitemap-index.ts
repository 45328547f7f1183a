import { listSitemaps } from "#app/features/sitemap/list-sitemaps.server.ts";
import { sitemapIndex } from "#app/features/sitemap/sitemap-xml.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "サイトマップの一覧を返します。",
    produces: "application/xml",
    limit: rateLimits.readSitemap,
    async handle({ url }) {
      const maps = ["/sitemaps/screens.xml", ...(await listSitemaps())];
      return new Response(sitemapIndex(maps.map((path) => url.origin + path)), {
        headers: {
          "Content-Type": "application/xml; charset=utf-8",
          "Cache-Control": "public, max-age=3600",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
