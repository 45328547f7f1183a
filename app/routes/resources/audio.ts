import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { findTaggedAudio } from "#app/features/feeds/find-tagged-audio.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";
import { crossOriginHeaders } from "#app/http/core/security-headers.ts";

/** Podcast apps recognize audio by the file extension. */
const name = /^([1-9]\d{0,9})\.mp3$/;

const route = endpoint({
  GET: forPublic({
    summary:
      "公開されている音声を返します。プレミアム限定の音声は、冒頭の30秒です。`quality=high`では、高音質（128 kbps）のファイルがあり、フィードに載っていればそれを返します。題名・カバー・台本などのタグ（ID3）が付きます。設定により、はじめにAIの音声であることを読み上げます。",
    produces: "audio/mpeg",
    params: z.object({ file: z.string().regex(name) }),
    query: z.object({ quality: z.enum(["high"], { error: "この音質はありません" }).optional() }),
    async handle({ request, url, params, query: { quality } }) {
      const id = name.exec(params.file)?.[1];
      if (id === undefined) throw new NotFound();
      const answer = await respondWithFoundFile(request, (options) =>
        findTaggedAudio({ id, origin: url.origin, isHigh: quality === "high", ...options }),
      );
      for (const [header, value] of Object.entries(crossOriginHeaders)) answer.headers.set(header, value);
      return answer;
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
