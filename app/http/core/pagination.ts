import { z } from "zod";
import { decodeCursor } from "#app/lib/cursor.ts";
import { jsonResponse } from "../compression/buffered-response.ts";

/** Every paged list's query: `?limit=` (1–100, default 50) and `?cursor=`, an opaque position from `Link`. */
export const pageQuery = {
  limit: z.coerce
    .number({ error: "limitは1〜100で指定してください" })
    .int("limitは1〜100で指定してください")
    .min(1, "limitは1〜100で指定してください")
    .max(100, "limitは1〜100で指定してください")
    .default(50)
    .describe("1ページの件数"),
  cursor: z
    .string()
    .refine((text) => decodeCursor(text) !== null, "cursorが正しくありません")
    .optional()
    .describe("続きの位置。`Link`のアドレスに入っています"),
};

/** A page of a list as a JSON array with `Link: <…>; rel="next"`. With `key` it is that field of an object. */
export function pageResponse(
  url: URL,
  page: { items: unknown[]; next: string | null },
  key?: string,
): Response {
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (page.next) {
    const query = new URLSearchParams(url.searchParams);
    query.set("cursor", page.next);
    headers.set("Link", `<${url.pathname}?${query}>; rel="next"`);
  }
  return jsonResponse(key ? { [key]: page.items } : page.items, { headers });
}
