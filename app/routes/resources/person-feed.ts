import { z } from "zod";
import { findPersonFeed } from "#app/features/feeds/server/find-person-feed.server.ts";
import { endpoint, forEverybody } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { answerFeed } from "./answer-feed.server.ts";

const route = endpoint({
  GET: forEverybody({
    summary: "会員の公開音声をポッドキャストのフィード（RSS 2.0）で返します。",
    further: { 304: "フィードは変わっていません。" },
    produces: "application/rss+xml",
    limit: rateLimits.readFeed,
    params: z.object({ userId: z.string() }),
    answer: async (call) => answerFeed(call, await findPersonFeed({ idOrCustomId: call.params.userId })),
  }),
});
export const loader = route.loader;
export const action = route.action;
