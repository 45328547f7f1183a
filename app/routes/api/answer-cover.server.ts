import { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type CoverOrder, coverSizes } from "#app/features/covers/cover.ts";
import { coverVersion } from "#app/features/covers/server/cover-version.server.ts";
import { findCover } from "#app/features/covers/server/find-cover.server.ts";
import { listsEntityTag } from "#app/features/playback/entity-tag.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import type { RequestContext } from "#app/http/request-context.ts";

const weekS = 7 * 24 * 60 * 60;
const message = `sizeは${Object.keys(coverSizes).join("、")}のいずれかで指定してください`;

/** Of every call that gives a cover. */
export const coverQuery = z.object({
  size: z
    .enum(["192", "512", "1400", "1200x630", "1200"], { error: message })
    .default("512")
    .transform((size) => (size === "1200" ? "1200x630" : size)),
  /** As the cover's path gives it: then the address never names other bytes. */
  v: z.string().optional(),
});

/** What such a call says of itself beside its summary. */
export const coverWords = {
  further: { 304: "画像は変わっていません。" },
  refuses: [429],
  produces: "image/png",
} as const;

/** Answers with a cover, drawn if it has to be. `isPublic`: whether everybody may see what it is the cover of. */
export async function answerCover(
  call: {
    request: Request;
    context: RequestContext;
    viewer: Viewer | null;
    query: z.output<typeof coverQuery>;
  },
  order: CoverOrder,
  isPublic: boolean,
): Promise<Response> {
  const { request, context, viewer, query } = call;
  const version = coverVersion(order);
  const etag = `"${version}"`;
  const headers = {
    ETag: etag,
    "Cache-Control": cacheControl(isPublic, query.v === version),
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
}

function cacheControl(isPublic: boolean, isNamedByVersion: boolean): string {
  if (!isPublic) return "private, no-cache";
  return isNamedByVersion ? `public, max-age=${weekS}, immutable` : "public, max-age=3600";
}
