import { z } from "zod";
import { maxQueryLength } from "#app/features/search/search.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackOrder, trackReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const tooLong = `${maxQueryLength}文字以内で指定してください`;
const words = z
  .string()
  .refine((text) => Array.from(text).length <= maxQueryLength, tooLong)
  .optional();

const route = endpoint({
  GET: forAnyone({
    summary: "公開中の音声を新しい順に、または検索の結果を返します。",
    isSharedByVisitors: true,
    reply: z.array(trackReply),
    // All public tracks, or those that `/search` finds for the same query.
    query: z.object({
      ...pageQuery,
      search: words.describe("題名、投稿者、カテゴリ、台本から探す言葉"),
      order: trackOrder,
      category: words.describe("カテゴリ名（完全に一致するもの）"),
    }),
    async answer({ viewer, query: { search, category, order, ...paging }, url }) {
      const page =
        search || category
          ? await searchTracks({ viewer, query: search, category: category || undefined, ...paging })
          : await listTracks({ viewer, ...paging, order });
      return pageResponse(url, {
        items: page.tracks.map((track) => presentTrack(track, viewer)),
        next: page.next,
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
