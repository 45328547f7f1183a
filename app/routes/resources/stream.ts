import { z } from "zod";
import { findAudio, findAudioAskedHigh } from "#app/features/playback/server/find-audio.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "音声ファイルを返します。",
    description:
      "`Range`で一部だけを受け取れます。`quality=high`では、プレミアム会員に、高音質（128 kbps）のファイルがあればそれを返します。ほかの方と、それがない音声では、標準音質（64 kbps）です。プレミアム限定の音声は、プレミアム会員と投稿した方のほかには、冒頭の30秒のファイルです。",
    otherStatuses: {
      206: "ファイルの一部です。",
      304: "ファイルは変わっていません。",
      412: "ファイルは変わっています。",
      416: "`Range`がファイルの外を指しています。",
    },
    produces: "audio/mpeg",
    params: z.object({ id: z.string().max(100) }),
    query: z.object({ quality: z.enum(["high"], { error: "この音質はありません" }).optional() }),
    answer: ({ request, viewer, params: { id }, query: { quality } }) =>
      respondWithFoundFile(request, (options) =>
        (quality === "high" ? findAudioAskedHigh : findAudio)({ viewer, id, ...options }),
      ),
  }),
});
export const loader = route.loader;
export const action = route.action;
