import { z } from "zod";
import {
  listPeopleUrls,
  listPlaylistUrls,
  listScreenUrls,
  listTrackUrls,
} from "#app/features/sitemap/list-sitemaps.server.ts";
import { type SitemapEntry, streamSitemap } from "#app/features/sitemap/sitemap-xml.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const files = ["screens.xml", "tracks.xml", "playlists.xml", "people.xml"] as const;

const route = endpoint({
  GET: forAnyone({
    summary: "サイトマップを返します。",
    produces: "application/xml",
    limit: rateLimits.readSitemap,
    params: z.object({ file: z.enum(files) }),
    query: z.object({ after: z.string().max(100).default("") }),
    async handle({ request, params, query, url }) {
      const headers = {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      };
      if (request.method === "HEAD") return new Response(null, { headers });
      return new Response(await streamSitemap(listUrls(params.file, query.after, url.origin)), { headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

function listUrls(
  file: (typeof files)[number],
  after: string,
  origin: string,
): AsyncGenerator<SitemapEntry[]> {
  if (file === "screens.xml") return listScreenUrls(origin);
  if (file === "people.xml") return listPeopleUrls({ after, origin });
  // An invalid id starts from the beginning.
  const range = { after: /^\d{1,9}$/.test(after) ? Number(after) : 0, origin };
  return file === "tracks.xml" ? listTrackUrls(range) : listPlaylistUrls(range);
}
