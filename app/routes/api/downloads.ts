import { checkDownloadsBody, checkDownloadsReply } from "#app/features/offline/offline.schema.ts";
import { checkDownloads, findDownload } from "#app/features/offline/server/downloads.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** Tracks that the device stores for listening without a network. */
export const downloadsCalls: CallTable = {
  "/api/offline/check": {
    POST: forMembers({
      summary: "端末に保存した音声を、いつまで再生できるか、いまも聴けるかを確かめます。",
      reply: checkDownloadsReply,
      limit: rateLimits.checkDownloads,
      body: checkDownloadsBody,
      handle: ({ viewer, body }) => checkDownloads({ viewer, trackIds: body.trackIds }),
    }),
  },
  "/api/offline/:id": {
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
      handle: async ({ request, viewer, params }) =>
        respondWithFoundFile(request, (options) => findDownload({ viewer, trackId: params.id, ...options })),
    }),
  },
};
