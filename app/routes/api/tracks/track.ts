import { correctedTrackReply } from "#app/features/creation/correction/correction.schema.ts";
import { listCorrections } from "#app/features/creation/correction/find-corrections.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { presentTrackWithScript } from "#app/features/tracks/track.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import { endpoint, forAnyone, forMembersOrAdmin } from "#app/http/core/endpoint.server.ts";
import { trackEditor } from "./track-editor.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声を、台本と訂正の記録つきで返します。",
    isSharedByVisitors: true,
    reply: correctedTrackReply,
    params: trackParams,
    async answer({ viewer, params }) {
      const track = await findTrack({ viewer, trackId: params.id });
      const corrections = await listCorrections({ viewer, track });
      return { ...presentTrackWithScript(track, viewer), corrections };
    },
  }),
  DELETE: forMembersOrAdmin({
    summary: "自分の音声を削除します。管理者は、どの音声でも削除できます。",
    description: adminPasswordDescription,
    reply: doneReply,
    params: trackParams,
    async answer(call) {
      const trackId = call.params.id;
      await deleteTrack({ ...(await trackEditor(call, trackId)), trackId });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
