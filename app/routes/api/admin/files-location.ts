import { z } from "zod";
import { adminFilesReply, trackQuery } from "#app/features/admin/tracks/admin-tracks.schema.ts";
import { listAdminTracks } from "#app/features/admin/tracks/list-admin-tracks.server.ts";
import { presentAdminTrack } from "#app/features/admin/tracks/present-admin-track.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "すべての音声を、保存されているファイルとともに新しい順に返します。",
    description:
      "1ページに10件です。条件に合う件数は`X-Filtered-Count`ヘッダーで返します（最大10,000件、検索では2,000件まで数えます）。",
    reply: adminFilesReply,
    query: z.object(trackQuery),
    async answer({ query: { page, ...filter } }) {
      const found = await listAdminTracks({ filter, page });
      return Response.json(adminFilesReply.parse(found.tracks.map(presentAdminTrack)), {
        headers: { "X-Filtered-Count": String(found.count), "Cache-Control": "private, no-store" },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
