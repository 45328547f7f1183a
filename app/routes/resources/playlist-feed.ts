import { findPlaylistFeed } from "#app/features/feeds/server/find-playlist-feed.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forEverybody } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { answerFeed } from "./answer-feed.server.ts";

const route = endpoint({
  GET: forEverybody({
    summary: "公開プレイリストをポッドキャストのフィード（RSS 2.0）で返します。",
    further: { 304: "フィードは変わっていません。" },
    produces: "application/rss+xml",
    limit: rateLimits.readFeed,
    params: playlistParams,
    answer: async (call) => answerFeed(call, await findPlaylistFeed({ playlistId: call.params.id })),
  }),
});
export const loader = route.loader;
export const action = route.action;
