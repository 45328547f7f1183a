import { findPlaylistFeed } from "#app/features/feeds/find-feed.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { answerFeed } from "./answer-feed.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "公開プレイリストをポッドキャストのフィード（RSS 2.0）で返します。",
    otherStatuses: { 304: "フィードは変わっていません。" },
    produces: "application/rss+xml",
    limit: rateLimits.readFeed,
    params: playlistParams,
    handle: async (call) => answerFeed(call, await findPlaylistFeed({ playlistId: call.params.id })),
  }),
});
export const loader = route.loader;
export const action = route.action;
