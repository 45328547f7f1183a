import { z } from "zod";
import { findClip } from "#app/features/clips/clips.server.ts";
import { nullIfNotFound } from "#app/features/domain-error.ts";
import { embedClipPage, embedResponse } from "#app/features/embed/embed-page.tsx";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "ほかのサイトに埋め込む、一節だけのプレーヤーを返します。",
    produces: "text/html",
    params: z.object({ id: z.string().max(100) }),
    async handle({ context, params, url }) {
      const found = await nullIfNotFound(findClip({ viewer: null, id: params.id }));
      context.allowFraming = true;
      const clip = found?.clip ?? null;
      const page = embedClipPage({
        clip,
        track: found?.track ?? null,
        origin: url.origin,
        nonce: context.nonce,
      });
      return embedResponse(page, { isFound: clip !== null });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
