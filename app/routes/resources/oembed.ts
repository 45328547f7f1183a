import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { oembedAnswer } from "#app/features/embed/oembed-answer.server.ts";
import { trackIdOfAddress } from "#app/features/embed/track-id-of-address.ts";
import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { HttpError } from "#app/http/error-response.ts";

/** Consumers send what they like: what is no size is none. */
const size = z.coerce.number().int().min(1).max(100_000).optional().catch(undefined);

const route = endpoint({
  GET: forAnyone({
    summary: "音声の埋め込み方をoEmbedで返します。",
    produces: "application/json",
    query: z.object({
      url: z.string("urlを指定してください"),
      format: z.string().default("json"),
      maxwidth: size,
      maxheight: size,
    }),
    async answer({ query, url }) {
      if (query.format !== "json")
        throw new HttpError(501, "not_implemented", "formatはjsonだけに対応しています");
      const id = trackIdOfAddress(query.url, url.origin);
      const named = trackParams.safeParse({ id });
      if (!named.success) throw new NotFound("音声が見つかりません");
      const track = await findTrack({ viewer: null, trackId: named.data.id });
      const { maxwidth: maxWidth, maxheight: maxHeight } = query;
      return Response.json(oembedAnswer({ track, origin: url.origin, maxWidth, maxHeight }), {
        headers: {
          "Cache-Control": "public, max-age=3600",
          // Pages ask too, not only servers.
          "Access-Control-Allow-Origin": "*",
          "Cross-Origin-Resource-Policy": "cross-origin",
        },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
