import { z } from "zod";
import { listTracks } from "#app/features/tracks/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/present-track.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/page.ts";

const route = endpoint({
  GET: forAnyone({
    query: z.object(pageQuery),
    async answer({ query, url }) {
      const page = await listTracks(query);
      return pageResponse(url, { items: page.tracks.map(presentTrack), next: page.next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
