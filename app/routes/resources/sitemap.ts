import { z } from "zod";
import { mapPeople } from "#app/features/sitemap/map-people.server.ts";
import { mapPlaylists } from "#app/features/sitemap/map-playlists.server.ts";
import { mapScreens } from "#app/features/sitemap/map-screens.ts";
import { mapTracks } from "#app/features/sitemap/map-tracks.server.ts";
import { type MappedPage, sitemapInParts } from "#app/features/sitemap/sitemap-xml.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const files = ["screens.xml", "tracks.xml", "playlists.xml", "people.xml"] as const;

const route = endpoint({
  GET: forAnyone({
    summary: "サイトマップを返します。",
    produces: "application/xml",
    limit: rateLimits.readSitemap,
    params: z.object({ file: z.enum(files) }),
    query: z.object({ after: z.string().max(100).default("") }),
    async answer({ request, params, query, url }) {
      const headers = {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      };
      if (request.method === "HEAD") return new Response(null, { headers });
      return new Response(sitemapInParts(mapOf(params.file, query.after, url.origin)), { headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

function mapOf(file: (typeof files)[number], after: string, origin: string): AsyncGenerator<MappedPage[]> {
  if (file === "screens.xml") return mapScreens(origin);
  if (file === "people.xml") return mapPeople({ after, origin });
  // What is no id comes before all of them.
  const from = { after: /^\d{1,9}$/.test(after) ? Number(after) : 0, origin };
  return file === "tracks.xml" ? mapTracks(from) : mapPlaylists(from);
}
