import { likeStateReply } from "#app/features/likes/likes.schema.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { unlikeTrack } from "#app/features/likes/server/unlike-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "音声にいいねします。",
    reply: likeStateReply,
    limit: rateLimits.like,
    params: trackParams,
    answer: ({ viewer, params }) => likeTrack({ viewer, trackId: params.id }),
  }),
  DELETE: forMembers({
    summary: "音声のいいねを取り消します。",
    reply: likeStateReply,
    limit: rateLimits.like,
    params: trackParams,
    answer: ({ viewer, params }) => unlikeTrack({ viewer, trackId: params.id }),
  }),
});
export const loader = route.loader;
export const action = route.action;
