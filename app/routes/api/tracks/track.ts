import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { presentTrackWithScript } from "#app/features/tracks/present-track.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    params: trackParams,
    answer: async ({ viewer, params }) =>
      presentTrackWithScript(await findTrack({ viewer, trackId: params.id })),
  }),
});
export const loader = route.loader;
export const action = route.action;
