import { z } from "zod";
import { findMixFeed } from "#app/features/feeds/find-feed.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { answerFeed } from "./answer-feed.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "今日の無限を、アドレスを知っている人だけのフィード（RSS 2.0）で返します。",
    otherStatuses: { 304: "フィードは変わっていません。" },
    produces: "application/rss+xml",
    limit: rateLimits.readFeed,
    params: z.object({ token: z.string() }),
    handle: async (call) => answerFeed(call, await findMixFeed({ token: call.params.token })),
  }),
});
export const loader = route.loader;
export const action = route.action;
