import { deleteTrack } from "#app/features/tracks/delete-track.server.ts";
import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { presentTrackWithScript } from "#app/features/tracks/present-track.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    params: trackParams,
    answer: async ({ viewer, params }) =>
      presentTrackWithScript(await findTrack({ viewer, trackId: params.id })),
  }),
  DELETE: forMembers({
    params: trackParams,
    async answer({ viewer, params }) {
      await deleteTrack({ viewer, trackId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
