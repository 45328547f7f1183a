import { z } from "zod";
import { clipCardSpec, findClip } from "#app/features/clips/clips.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { answerCover, coverDocs, coverQuery } from "../api/answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "一節の言葉のある画像を返します。",
    ...coverDocs,
    params: z.object({ id: z.string().max(100) }),
    query: coverQuery.pick({ v: true }),
    async handle(call) {
      // As visitors see it, whoever asks: previews are for everybody.
      const { clip } = await findClip({ viewer: null, id: call.params.id });
      if (!clip) throw new NotFound("一節が見つかりません");
      return answerCover({ ...call, query: { ...call.query, size: "1200x630" } }, clipCardSpec(clip), true);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
