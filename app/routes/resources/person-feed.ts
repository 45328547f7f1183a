import { z } from "zod";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { answerFeed } from "./answer-feed.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "会員の公開音声をポッドキャストのフィード（RSS 2.0）で返します。",
    otherStatuses: { 304: "フィードは変わっていません。" },
    produces: "application/rss+xml",
    limit: rateLimits.readFeed,
    params: z.object({ userId: z.string() }),
    handle: async (call) => answerFeed(call, await findPersonFeed({ idOrCustomId: call.params.userId })),
  }),
});
export const loader = route.loader;
export const action = route.action;
