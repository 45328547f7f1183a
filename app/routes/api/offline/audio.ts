import { findDownload } from "#app/features/offline/server/find-download.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "端末に保存する音声ファイルを、高音質のものがあればそれを返します。",
    description: "プレミアム会員だけが受け取れます。`ETag`はファイルのSHA-256です。",
    otherStatuses: {
      206: "ファイルの一部です。",
      304: "ファイルは変わっていません。",
      412: "ファイルは変わっています。",
      416: "`Range`がファイルの外を指しています。",
    },
    produces: "audio/mpeg",
    limit: rateLimits.downloadAudio,
    params: trackParams,
    answer: async ({ request, viewer, params }) =>
      respondWithFoundFile(request, (options) => findDownload({ viewer, trackId: params.id, ...options })),
  }),
});
export const loader = route.loader;
export const action = route.action;
