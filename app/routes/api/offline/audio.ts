import { findAudioToKeep } from "#app/features/offline/server/find-audio-to-keep.server.ts";
import { respondWithFound } from "#app/features/playback/server/respond-with-found.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  GET: forMembers({
    summary: "端末に保存する音声ファイルを、高音質で返します。",
    description: "プレミアム会員だけが受け取れます。`ETag`はファイルのSHA-256です。",
    further: {
      206: "ファイルの一部です。",
      304: "ファイルは変わっていません。",
      412: "ファイルは変わっています。",
      416: "`Range`がファイルの外を指しています。",
    },
    produces: "audio/mpeg",
    limit: rateLimits.keepAudio,
    params: trackParams,
    answer: async ({ request, viewer, params }) =>
      respondWithFound(request, (how) => findAudioToKeep({ viewer, trackId: params.id, ...how })),
  }),
});
export const loader = route.loader;
export const action = route.action;
