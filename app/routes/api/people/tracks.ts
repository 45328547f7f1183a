import { z } from "zod";
import { personParams } from "#app/features/people/people.schema.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackOrder, trackReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

/** Public tracks only, for the member too; `GET /api/my-tracks` has all of the viewer's own. */
const route = endpoint({
  GET: forAnyone({
    summary: "会員が公開している音声を新しい順に返します。",
    reply: z.array(trackReply),
    params: personParams,
    query: z.object({ ...pageQuery, order: trackOrder }),
    async answer({ viewer, params, query, url }) {
      const person = await findPerson({ idOrCustomId: params.id });
      const { tracks, next } = await listTracksOf({ userId: person.id, viewer: null, ...query });
      return pageResponse(url, { items: tracks.map((track) => presentTrack(track, viewer)), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
