import { keptAudioBody, keptAudioReply } from "#app/features/offline/offline.schema.ts";
import { checkKeptAudio } from "#app/features/offline/server/check-kept-audio.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    summary: "端末に保存した音声を、いつまで再生できるか、いまも聴けるかを確かめます。",
    reply: keptAudioReply,
    limit: rateLimits.checkKeptAudio,
    body: keptAudioBody,
    answer: ({ viewer, body }) => checkKeptAudio({ viewer, trackIds: body.trackIds }),
  }),
});
export const loader = route.loader;
export const action = route.action;
