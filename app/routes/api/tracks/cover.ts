import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { answerCover, coverDocs, coverQuery } from "../answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声のカバー画像を返します。",
    ...coverDocs,
    params: trackParams,
    query: coverQuery,
    async answer(call) {
      const track = await findTrack({ viewer: call.viewer, trackId: call.params.id });
      return answerCover(call, trackCoverSpec(track, call.query.size), track.isVisible);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
