import { z } from "zod";
import { personCoverSpec } from "#app/features/covers/cover.ts";
import {
  followCountsReply,
  followerRecordsReply,
  followersReply,
  followingRecordsReply,
  followingReply,
  followStateReply,
  followStatusReply,
  personParams,
  personReply,
} from "#app/features/people/people.schema.ts";
import {
  type FollowRecord,
  presentFollow,
  presentFollower,
  presentPerson,
} from "#app/features/people/person.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import { followMember, unfollowMember } from "#app/features/people/server/follow-member.server.ts";
import {
  isFollowing,
  listFollowers,
  listFollowing,
} from "#app/features/people/server/list-follows.server.ts";
import { presentPlaylist } from "#app/features/playlists/playlist-view.ts";
import { playlistReply } from "#app/features/playlists/playlists.schema.ts";
import { listPlaylistsByUser } from "#app/features/playlists/server/list-playlists.server.ts";
import { listCoverTracksOf, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { trackOrder, trackReply } from "#app/features/tracks/tracks.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone, forMembers, type Operations } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { answerCover, coverDocs, coverQuery } from "./answer-cover.server.ts";

const personCalls: Operations = {
  GET: forAnyone({
    summary: "会員の公開プロフィールを返します。",
    reply: personReply,
    params: personParams,
    handle: async ({ params }) => presentPerson(await findPerson({ idOrCustomId: params.id })),
  }),
};

function followList(o: {
  summary: string;
  reply: z.ZodType;
  list: typeof listFollowers;
  present: (record: FollowRecord) => object;
  field?: string;
}): Operations {
  const { summary, reply, list, present, field } = o;
  return {
    GET: forMembers({
      summary,
      reply,
      params: personParams,
      query: z.object(pageQuery),
      async handle({ viewer, params, query, url }) {
        const person = await findPerson({ idOrCustomId: params.id });
        const { records, next } = await list({ viewer, userId: person.id, ...query });
        return pageResponse(url, { items: records.map(present), next }, field);
      },
    }),
  };
}

export const peopleCalls: CallTable = {
  "/api/users/:id": personCalls,
  "/api/user/profile/:id": personCalls,
  // Only public tracks, for the member too; `GET /api/my-tracks` has all of the viewer's own.
  "/api/users/:id/tracks": {
    GET: forAnyone({
      summary: "会員が公開している音声を新しい順に返します。",
      reply: z.array(trackReply),
      params: personParams,
      query: z.object({ ...pageQuery, order: trackOrder }),
      async handle({ viewer, params, query, url }) {
        const person = await findPerson({ idOrCustomId: params.id });
        const { tracks, next } = await listTracksOf({ userId: person.id, viewer: null, ...query });
        return pageResponse(url, { items: tracks.map((track) => presentTrack(track, viewer)), next });
      },
    }),
  },
  // Only public playlists, for the member too; `GET /api/playlists/user` has all of the viewer's own.
  "/api/users/:id/playlists": {
    GET: forAnyone({
      summary: "会員の公開プレイリストを新しい順に返します。",
      reply: z.array(playlistReply),
      params: personParams,
      query: z.object(pageQuery),
      async handle({ params, query, url }) {
        const person = await findPerson({ idOrCustomId: params.id });
        const { playlists, next } = await listPlaylistsByUser({ userId: person.id, viewer: null, ...query });
        return pageResponse(url, { items: playlists.map(presentPlaylist), next });
      },
    }),
  },
  "/api/users/:id/cover.png": {
    GET: forAnyone({
      summary: "会員の投稿音声を配信するフィードのカバー画像を返します。",
      ...coverDocs,
      params: personParams,
      query: coverQuery,
      async handle(call) {
        const person = await findPerson({ idOrCustomId: call.params.id });
        const tracks = await listCoverTracksOf({ userId: person.id });
        return answerCover(call, personCoverSpec(person, tracks, call.query.size), true);
      },
    }),
  },
  "/api/users/:id/follow": {
    POST: forMembers({
      errorStatuses: [409],
      summary: "会員をフォローします。",
      reply: followStateReply,
      limit: rateLimits.follow,
      params: personParams,
      async handle({ viewer, params }) {
        const person = await findPerson({ idOrCustomId: params.id });
        return followMember({ viewer, userId: person.id });
      },
    }),
    DELETE: forMembers({
      summary: "会員のフォローをやめます。",
      reply: followStateReply,
      limit: rateLimits.follow,
      params: personParams,
      async handle({ viewer, params }) {
        // A follower must be able to unfollow an account that was denied since.
        const person = await findPerson({ idOrCustomId: params.id, inAnyState: true });
        return unfollowMember({ viewer, userId: person.id });
      },
    }),
  },
  "/api/users/:id/follow-status": {
    GET: forMembers({
      summary: "会員をフォローしているかどうかを返します。",
      reply: followStatusReply,
      params: personParams,
      async handle({ viewer, params }) {
        const person = await findPerson({ idOrCustomId: params.id });
        return { isFollowing: await isFollowing({ viewer, userId: person.id }) };
      },
    }),
  },
  "/api/users/:id/follow-counts": {
    GET: forAnyone({
      summary: "会員のフォロー数とフォロワー数を返します。",
      reply: followCountsReply,
      params: personParams,
      async handle({ params }) {
        const { followingCount, followerCount } = await findPerson({ idOrCustomId: params.id });
        return { followingCount, followerCount };
      },
    }),
  },
  "/api/users/:id/followers": followList({
    summary: "会員のフォロワーを新しい順に返します。",
    reply: followersReply,
    list: listFollowers,
    present: presentFollower,
    field: "followers",
  }),
  "/api/users/:id/following": followList({
    summary: "会員がフォローしている人を新しい順に返します。",
    reply: followingReply,
    list: listFollowing,
    present: presentFollower,
    field: "following",
  }),
  "/api/follows/followers/:id": followList({
    summary: "会員がフォローされた記録を新しい順に返します。",
    reply: followerRecordsReply,
    list: listFollowers,
    present: (record) => presentFollow(record, "follower"),
  }),
  "/api/follows/following/:id": followList({
    summary: "会員がフォローした記録を新しい順に返します。",
    reply: followingRecordsReply,
    list: listFollowing,
    present: (record) => presentFollow(record, "following"),
  }),
};
