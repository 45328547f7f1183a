import { postingStatusReply } from "#app/features/creation/creation-replies.schema.ts";
import { getPostingStatus } from "#app/features/creation/limits/daily-usage.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "今日つくった回数と上限を返します。",
    reply: postingStatusReply,
    answer: ({ viewer }) => getPostingStatus(viewer),
  }),
});
export const loader = route.loader;
export const action = route.action;
