import { z } from "zod";
import { hasLiked, listLikedTracks } from "#app/features/likes/server/find-likes.server.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackParams, trackReply } from "#app/features/tracks/tracks.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const likeStateReply = z
  .object({ isLiked: z.boolean(), likeCount: z.int() })
  .meta({ id: "LikeState", description: "いいねの状態と総数です。" });

export const likesCalls: CallTable = {
  "/api/likes/:id": {
    POST: forMembers({
      summary: "音声にいいねします。",
      reply: likeStateReply,
      limit: rateLimits.like,
      params: trackParams,
      handle: ({ viewer, params }) => likeTrack({ viewer, trackId: params.id }),
    }),
    DELETE: forMembers({
      summary: "音声のいいねを取り消します。",
      reply: likeStateReply,
      limit: rateLimits.like,
      params: trackParams,
      handle: ({ viewer, params }) => unlikeTrack({ viewer, trackId: params.id }),
    }),
  },
  "/api/likes/check/:id": {
    GET: forMembers({
      summary: "音声にいいねしているかどうかを返します。",
      reply: z.object({ isLiked: z.boolean() }),
      params: trackParams,
      handle: async ({ viewer, params }) => ({ isLiked: await hasLiked({ viewer, trackId: params.id }) }),
    }),
  },
  "/api/user/favorites": {
    GET: forMembers({
      summary: "お気に入りの音声を、いいねした順に新しいものから返します。",
      reply: z.array(trackReply),
      query: z.object(pageQuery),
      async handle({ viewer, query, url }) {
        const { tracks, next } = await listLikedTracks({ userId: viewer.id, ...query });
        return pageResponse(url, { items: tracks.map((track) => presentTrack(track, viewer)), next });
      },
    }),
  },
};
