import { findAudioForAdmin } from "#app/features/playback/server/find-audio.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAdmin({
    summary: "音声ファイルを返します。非公開や公開停止中の音声も、プレミアム限定の音声の全編も聴けます。",
    otherStatuses: {
      206: "ファイルの一部です。",
      304: "ファイルは変わっていません。",
      412: "ファイルは変わっています。",
      416: "`Range`がファイルの外を指しています。",
    },
    produces: "audio/mpeg",
    params: trackParams,
    answer: ({ request, params: { id: trackId } }) =>
      respondWithFoundFile(request, () => findAudioForAdmin({ trackId })),
  }),
});
export const loader = route.loader;
export const action = route.action;
