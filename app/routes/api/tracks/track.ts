import { doneReply } from "#app/features/replies.schema.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { presentTrackWithScript } from "#app/features/tracks/track.ts";
import { trackParams, trackWithScriptReply } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声を台本つきで返します。",
    reply: trackWithScriptReply,
    params: trackParams,
    answer: async ({ viewer, params }) =>
      presentTrackWithScript(await findTrack({ viewer, trackId: params.id }), viewer),
  }),
  DELETE: forMembers({
    summary: "自分の音声を削除します。",
    reply: doneReply,
    params: trackParams,
    async answer({ viewer, params }) {
      await deleteTrack({ viewer, trackId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
