import { z } from "zod";
import { coverOrder, coverSizes } from "#app/features/covers/cover.ts";
import { coverVersion } from "#app/features/covers/cover-version.server.ts";
import { findCover } from "#app/features/covers/find-cover.server.ts";
import { listsEntityTag } from "#app/features/playback/entity-tag.ts";
import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const weekS = 7 * 24 * 60 * 60;
const message = `sizeは${Object.keys(coverSizes).join("、")}のいずれかで指定してください`;

const coverQuery = z.object({
  size: z
    .enum(["192", "512", "1200x630", "1200"], { error: message })
    .default("512")
    .transform((size) => (size === "1200" ? "1200x630" : size)),
  /** As `coverPath` gives it: then the address never names other bytes. */
  v: z.string().optional(),
});

const route = endpoint({
  GET: forAnyone({
    summary: "音声のカバー画像を返します。",
    further: { 304: "画像は変わっていません。" },
    refuses: [429],
    produces: "image/png",
    params: trackParams,
    query: coverQuery,
    async answer({ request, context, viewer, params, query }) {
      const track = await findTrack({ viewer, trackId: params.id });
      const order = coverOrder(track, query.size);
      const version = coverVersion(order);
      const etag = `"${version}"`;
      const headers = {
        ETag: etag,
        "Cache-Control": cacheControl(track.isVisible, query.v === version),
        // Shown by other sites: in their previews, and in their pages.
        "Cross-Origin-Resource-Policy": "cross-origin",
      };
      if (listsEntityTag(request.headers.get("If-None-Match") ?? "", etag, "weak"))
        return new Response(null, { status: 304, headers });
      const about = { ...headers, "Content-Type": "image/png" };
      if (request.method === "HEAD") return new Response(null, { headers: about });
      const { address } = context;
      const png = await findCover(order, () => countAgainst(rateLimits.drawCover, { viewer, address }));
      return new Response(png, { headers: { ...about, "Content-Length": String(png.byteLength) } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

function cacheControl(isVisible: boolean, isNamedByVersion: boolean): string {
  if (!isVisible) return "private, no-cache";
  return isNamedByVersion ? `public, max-age=${weekS}, immutable` : "public, max-age=3600";
}
