import { listsEntityTag } from "../playback/entity-tag.ts";

/**
 * The answer of `GET /api/notifications/unread-count` (spec 2 §7): 304 without a body for who knows the count already,
 * by `If-None-Match`.
 */
export function unreadCountAnswer(count: number, ifNoneMatch: string | null | undefined) {
  const etag = `"${count}"`;
  const headers = { ETag: etag, "Cache-Control": "no-store" };
  if (listsEntityTag(ifNoneMatch ?? "", etag, "weak")) return { status: 304, headers, body: null };
  const body = JSON.stringify({ count });
  return {
    status: 200,
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
    },
    body,
  };
}
