import { doneReply } from "#app/features/done.schema.ts";
import { wholePlaylistReply } from "#app/features/playlists/playlist-page.schema.ts";
import {
  playlistChangesSchema,
  playlistParams,
  playlistReply,
} from "#app/features/playlists/playlists.schema.ts";
import { presentPlaylist } from "#app/features/playlists/present-playlist.ts";
import { deletePlaylist } from "#app/features/playlists/server/delete-playlist.server.ts";
import { findWholePlaylist } from "#app/features/playlists/server/find-whole-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/server/update-playlist.server.ts";
import { endpoint, forAnyone, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストを、作成者とすべての音声とともに取得します。",
    reply: wholePlaylistReply,
    params: playlistParams,
    answer: ({ viewer, params }) => findWholePlaylist({ viewer, named: { playlistId: params.id } }),
  }),
  PUT: forMembers({
    summary: "自分のプレイリストを変更します。送らなかった項目は、そのまま残ります。",
    reply: playlistReply,
    limit: rateLimits.changePlaylists,
    params: playlistParams,
    // The edit flow also sends `userId` (spec 2 §7): whose it is does not change.
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
