import { deletePlaylist } from "#app/features/playlists/edit/server/delete-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import {
  playlistChangesSchema,
  playlistParams,
  playlistReply,
  playlistWithItemsReply,
} from "#app/features/playlists/playlists.schema.ts";
import { presentPlaylist } from "#app/features/playlists/present-playlist.ts";
import { findPlaylistWithItems } from "#app/features/playlists/server/find-playlist-by-address.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストを、作成者とすべての音声とともに取得します。",
    reply: playlistWithItemsReply,
    params: playlistParams,
    answer: ({ viewer, params }) => findPlaylistWithItems({ viewer, key: { playlistId: params.id } }),
  }),
  PUT: forMembers({
    summary: "自分のプレイリストを変更します。送らなかった項目は、そのまま残ります。",
    reply: playlistReply,
    limit: rateLimits.changePlaylists,
    params: playlistParams,
    // Clients may also send `userId`, which is ignored: the owner can't change.
    body: playlistChangesSchema,
    answer: async ({ viewer, params, body }) =>
      presentPlaylist(await updatePlaylist({ viewer, playlistId: params.id, playlist: body })),
  }),
  DELETE: forMembers({
    summary: "自分のプレイリストを削除します。中の音声は残ります。",
    reply: doneReply,
    limit: rateLimits.changePlaylists,
    params: playlistParams,
    async answer({ viewer, params }) {
      await deletePlaylist({ viewer, playlistId: params.id });
      return { success: true as const };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
