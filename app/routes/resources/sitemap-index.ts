import { listMaps } from "#app/features/sitemap/list-maps.server.ts";
import { sitemapIndex } from "#app/features/sitemap/sitemap-xml.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "サイトマップの一覧を返します。",
    produces: "application/xml",
    limit: rateLimits.readSitemap,
    async answer({ url }) {
      const maps = ["/sitemaps/screens.xml", ...(await listMaps())];
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
