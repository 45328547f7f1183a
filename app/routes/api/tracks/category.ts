import { z } from "zod";
import { categoryParams } from "#app/features/categories/categories.schema.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "カテゴリの公開中の音声を返します。",
    isSharedByVisitors: true,
    reply: z.array(trackReply),
    params: categoryParams,
    query: z.object(pageQuery),
    async answer({ viewer, params, query, url }) {
      const page = await searchTracks({ viewer, category: params.category, ...query });
      return pageResponse(url, {
        items: page.tracks.map((track) => presentTrack(track, viewer)),
        next: page.next,
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
