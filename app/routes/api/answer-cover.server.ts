import { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type CoverSpec, coverSizes } from "#app/features/covers/cover.ts";
import { coverVersion } from "#app/features/covers/cover-path.server.ts";
import { renderCover } from "#app/features/covers/render-cover.server.ts";
import type { RequestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { listsEntityTag } from "#app/lib/entity-tag.ts";

const weekS = 7 * 24 * 60 * 60;
const message = `sizeは${Object.keys(coverSizes).join("、")}のいずれかで指定してください`;

export const coverQuery = z.object({
  size: z
    .enum(["192", "512", "1400", "1200x630", "1200"], { error: message })
    .default("512")
    .transform((size) => (size === "1200" ? "1200x630" : size)),
  /** The version, from the cover's path: with it the response never changes. */
  v: z.string().optional(),
});

export const coverDocs = {
  otherStatuses: { 304: "画像は変わっていません。" },
  errorStatuses: [429],
  produces: "image/png",
} as const;

/** `isPublic`: everybody may see the track, playlist or member. */
export async function answerCover(
  call: {
    request: Request;
    context: RequestContext;
    viewer: Viewer | null;
    query: z.output<typeof coverQuery>;
  },
  order: CoverSpec,
  isPublic: boolean,
): Promise<Response> {
  const { request, context, viewer, query } = call;
  const version = coverVersion(order);
  const etag = `"${version}"`;
  const headers = {
    ETag: etag,
    "Cache-Control": cacheControl(isPublic, query.v === version),
    // Other sites show covers in previews and pages.
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  if (listsEntityTag(request.headers.get("If-None-Match") ?? "", etag, "weak"))
    return new Response(null, { status: 304, headers });
  const about = { ...headers, "Content-Type": "image/png" };
  if (request.method === "HEAD") return new Response(null, { headers: about });
  const { address } = context;
  const png = await renderCover(order, () => consumeRateLimit(rateLimits.drawCover, { viewer, address }));
  return new Response(png, { headers: { ...about, "Content-Length": String(png.byteLength) } });
}

function cacheControl(isPublic: boolean, isNamedByVersion: boolean): string {
  if (!isPublic) return "private, no-cache";
  return isNamedByVersion ? `public, max-age=${weekS}, immutable` : "public, max-age=3600";
}
