import { checkDownloadsBody, checkDownloadsReply } from "#app/features/offline/offline.schema.ts";
import { checkDownloads } from "#app/features/offline/server/check-downloads.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "端末に保存した音声を、いつまで再生できるか、いまも聴けるかを確かめます。",
    reply: checkDownloadsReply,
    limit: rateLimits.checkDownloads,
    body: checkDownloadsBody,
    answer: ({ viewer, body }) => checkDownloads({ viewer, trackIds: body.trackIds }),
  }),
});
export const loader = route.loader;
export const action = route.action;
