import { z } from "zod";
import { listTracksOf } from "#app/features/tracks/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/present-track.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/page.ts";

const route = endpoint({
  GET: forMembers({
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const page = await listTracksOf({ userId: viewer.id, viewer, ...query });
      return pageResponse(url, { items: page.tracks.map(presentTrack), next: page.next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
