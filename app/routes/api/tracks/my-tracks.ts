import { z } from "zod";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackOrder, trackReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分の音声を、非公開のものも含めて新しい順に返します。",
    reply: z.array(trackReply),
    query: z.object({ ...pageQuery, order: trackOrder }),
    async answer({ viewer, query, url }) {
      const page = await listTracksOf({ userId: viewer.id, viewer, ...query });
      return pageResponse(url, {
        items: page.tracks.map((track) => presentTrack(track, viewer)),
        next: page.next,
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
