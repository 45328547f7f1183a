import { z } from "zod";
import { listLikedTracks } from "#app/features/likes/server/find-likes.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "お気に入りの音声を、いいねした順に新しいものから返します。",
    reply: z.array(trackReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const page = await listLikedTracks({ userId: viewer.id, ...query });
      return pageResponse(url, {
        items: page.tracks.map((track) => presentTrack(track, viewer)),
        next: page.next,
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
