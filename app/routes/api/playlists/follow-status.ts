import { followStatusReply } from "#app/features/people/people.schema.ts";
import { isFollowingPlaylist } from "#app/features/playlists/follow/followed-playlists.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "プレイリストをフォローしているかどうかを取得します。",
    reply: followStatusReply,
    params: playlistParams,
    async answer({ viewer, params }) {
      const { id: playlistId } = await findPlaylist({ viewer, playlistId: params.id });
      return { isFollowing: await isFollowingPlaylist({ viewer, playlistId }) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
