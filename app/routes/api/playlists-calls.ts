import { z } from "zod";
import { playlistCoverSpec } from "#app/features/covers/cover.ts";
import { playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import type { CoverTrack } from "#app/features/covers/playlist-cover.ts";
import { followStateReply, followStatusReply } from "#app/features/people/people.schema.ts";
import {
  addedItemReply,
  addItemBody,
  removedItemReply,
  removeItemQuery,
} from "#app/features/playlists/bookmark/bookmark.schema.ts";
import {
  addToPlaylist,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { createPlaylist } from "#app/features/playlists/edit/server/create-playlist.server.ts";
import { deletePlaylist } from "#app/features/playlists/edit/server/delete-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import {
  describePlaylist,
  type OwnedPlaylist,
  sharedPlaylistPath,
} from "#app/features/playlists/playlist.ts";
import { presentItem, presentOwnedPlaylist, presentPlaylist } from "#app/features/playlists/playlist-view.ts";
import {
  itemParams,
  itemReply,
  newPlaylistSchema,
  ogParams,
  ogReply,
  ownedPlaylistReply,
  ownSlugParams,
  playlistChangesSchema,
  playlistParams,
  playlistReply,
  playlistWithItemsReply,
  reorderBody,
  reorderReply,
  slugParams,
} from "#app/features/playlists/playlists.schema.ts";
import { reorderItems } from "#app/features/playlists/reorder/reorder-items.server.ts";
import {
  findPlaylist,
  findPlaylistWithItems,
  matchesOwner,
  playlistNotFound,
} from "#app/features/playlists/server/find-playlist.server.ts";
import {
  followPlaylist,
  isFollowingPlaylist,
  unfollowPlaylist,
} from "#app/features/playlists/server/follow-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import {
  listPlaylistsByUser,
  listPublicPlaylists,
} from "#app/features/playlists/server/list-playlists.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { answerCover, coverDocs, coverQuery } from "./answer-cover.server.ts";

/** OpenGraph data; all URLs are absolute. */
function playlistPreview(playlist: OwnedPlaylist, coverTracks: readonly CoverTrack[], origin: string) {
  const url = new URL(sharedPlaylistPath(playlist), origin).href;
  return {
    title: playlist.name,
    description: describePlaylist(playlist),
    imageUrl: origin + playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, "1200x630")),
    url,
    type: "music.playlist",
    siteName: "Mugen",
  };
}

export const playlistsCalls: CallTable = {
  "/api/playlists": {
    GET: forAnyone({
      summary: "すべての公開プレイリストを、新しい順に返します。",
      reply: z.array(ownedPlaylistReply),
      query: z.object(pageQuery),
      async handle({ viewer, query, url }) {
        const { playlists, next } = await listPublicPlaylists({ viewer, ...query });
        return pageResponse(url, { items: playlists.map(presentOwnedPlaylist), next });
      },
    }),
    POST: forMembers({
      summary: "プレイリストを作成します。",
      reply: playlistReply,
      limit: rateLimits.changePlaylists,
      body: newPlaylistSchema,
      handle: async ({ viewer, body }) => presentPlaylist(await createPlaylist({ viewer, playlist: body })),
    }),
  },
  "/api/playlists/user": {
    GET: forMembers({
      summary: "自分のプレイリストを、非公開のものも含めて新しい順に返します。",
      reply: z.array(playlistReply),
      query: z.object(pageQuery),
      async handle({ viewer, query, url }) {
        const { playlists, next } = await listPlaylistsByUser({ userId: viewer.id, viewer, ...query });
        return pageResponse(url, { items: playlists.map(presentPlaylist), next });
      },
    }),
  },
  "/api/playlists/public/:slug": {
    GET: forAnyone({
      summary: "公開プレイリストを、URLの名前で取得します。同じ名前が複数あるときは、いちばん古いものです。",
      reply: playlistWithItemsReply,
      params: slugParams,
      handle: ({ viewer, params }) => findPlaylistWithItems({ viewer, key: { slug: params.slug } }),
    }),
  },
  "/api/playlists/public/:userId/:slug": {
    GET: forAnyone({
      summary: "会員の公開プレイリストを、URLの名前で取得します。",
      reply: playlistWithItemsReply,
      params: ownSlugParams,
      handle: ({ viewer, params }) =>
        findPlaylistWithItems({ viewer, key: { slug: params.slug, member: params.userId } }),
    }),
  },
  "/api/playlists/:id": {
    GET: forAnyone({
      summary: "プレイリストを、作成者とすべての音声とともに取得します。",
      reply: playlistWithItemsReply,
      params: playlistParams,
      handle: ({ viewer, params }) => findPlaylistWithItems({ viewer, key: { playlistId: params.id } }),
    }),
    PUT: forMembers({
      summary: "自分のプレイリストを変更します。送らなかった項目は、そのまま残ります。",
      reply: playlistReply,
      limit: rateLimits.changePlaylists,
      params: playlistParams,
      // Clients may also send `userId`, which is ignored: the owner can't change.
      body: playlistChangesSchema,
      handle: async ({ viewer, params, body }) =>
        presentPlaylist(await updatePlaylist({ viewer, playlistId: params.id, playlist: body })),
    }),
    DELETE: forMembers({
      summary: "自分のプレイリストを削除します。中の音声は残ります。",
      limit: rateLimits.changePlaylists,
      params: playlistParams,
      does: ({ viewer, params }) => deletePlaylist({ viewer, playlistId: params.id }),
    }),
  },
  "/api/playlists/:id/items": {
    GET: forAnyone({
      summary: "プレイリストの音声を、並び順に1ページずつ返します。",
      reply: z.array(itemReply),
      params: playlistParams,
      query: z.object(pageQuery),
      async handle({ viewer, params, query, url }) {
        const { id: playlistId } = await findPlaylist({ viewer, playlistId: params.id });
        const { items, next } = await listItems({ viewer, playlistId, ...query });
        return pageResponse(url, { items: items.map((item) => presentItem(item, viewer)), next });
      },
    }),
    POST: forMembers({
      summary:
        "自分のプレイリストの最後か、指定した位置に音声を追加します。すでに入っている音声はそのままです。",
      reply: addedItemReply,
      limit: rateLimits.bookmark,
      params: playlistParams,
      body: addItemBody,
      async handle({ viewer, params, body }) {
        const { itemId, order, isNew } = await addToPlaylist({ viewer, playlistId: params.id, ...body });
        return { id: itemId, order, isNew };
      },
    }),
    DELETE: forMembers({
      summary: "自分のプレイリストから、番号で指定した音声を外します。入っていない音声は何も変えません。",
      reply: removedItemReply,
      limit: rateLimits.bookmark,
      params: playlistParams,
      query: removeItemQuery,
      handle: ({ viewer, params, query }) => removeFromPlaylist({ viewer, playlistId: params.id, ...query }),
    }),
  },
  "/api/playlists/:id/items/:itemId": {
    DELETE: forMembers({
      summary: "自分のプレイリストから項目を外します。もう入っていない項目は何も変えません。",
      reply: removedItemReply,
      limit: rateLimits.bookmark,
      params: itemParams,
      handle: ({ viewer, params: { id: playlistId, itemId } }) =>
        removeFromPlaylist({ viewer, playlistId, itemId }),
    }),
  },
  "/api/playlists/:id/reorder": {
    PUT: forMembers({
      summary: "自分のプレイリストの音声を並べ替えます。",
      reply: reorderReply,
      limit: rateLimits.reorder,
      params: playlistParams,
      body: reorderBody,
      handle: ({ viewer, params, body }) => reorderItems({ viewer, playlistId: params.id, ...body }),
    }),
  },
  "/api/playlists/:id/follow": {
    POST: forMembers({
      errorStatuses: [409],
      summary: "プレイリストをフォローします。何度でも同じ結果です。",
      reply: followStateReply,
      limit: rateLimits.follow,
      params: playlistParams,
      handle: ({ viewer, params }) => followPlaylist({ viewer, playlistId: params.id }),
    }),
  },
  "/api/playlists/:id/unfollow": {
    POST: forMembers({
      summary: "プレイリストのフォローを解除します。何度でも同じ結果です。",
      reply: followStateReply,
      limit: rateLimits.follow,
      params: playlistParams,
      handle: ({ viewer, params }) => unfollowPlaylist({ viewer, playlistId: params.id }),
    }),
  },
  "/api/playlists/:id/follow-status": {
    GET: forMembers({
      summary: "プレイリストをフォローしているかどうかを取得します。",
      reply: followStatusReply,
      params: playlistParams,
      async handle({ viewer, params }) {
        const { id: playlistId } = await findPlaylist({ viewer, playlistId: params.id });
        return { isFollowing: await isFollowingPlaylist({ viewer, playlistId }) };
      },
    }),
  },
  "/api/playlists/:id/cover.png": {
    GET: forAnyone({
      summary: "プレイリストのカバー画像を返します。",
      ...coverDocs,
      params: playlistParams,
      query: coverQuery,
      async handle(call) {
        const playlist = await findPlaylist({ viewer: call.viewer, playlistId: call.params.id });
        const spec = playlistCoverSpec(playlist, await findCoverTracks(playlist.id), call.query.size);
        return answerCover(call, spec, playlist.isPublic);
      },
    }),
  },
  "/api/og/:customUserId/playlist/:id": {
    GET: forAnyone({
      summary: "プレイリストのリンクを共有したときに表示される内容（OpenGraph）を取得します。",
      reply: ogReply,
      params: ogParams,
      async handle({ viewer, params, url }) {
        const playlist = await findPlaylist({ viewer, playlistId: params.id });
        if (!matchesOwner(playlist, params.customUserId)) throw playlistNotFound();
        return playlistPreview(playlist, await findCoverTracks(playlist.id), url.origin);
      },
    }),
  },
};
