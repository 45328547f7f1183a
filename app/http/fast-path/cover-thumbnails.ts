import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCoverImagePath } from "#app/features/covers/cover-address.ts";
import { coverThumbnail } from "#app/features/covers/drawing/cover-thumbnail.ts";

/**
 * Answers requests for tracks' thumbnails, as static files are answered: without a log line, immutable. They are drawn from
 * their address alone. False for every other request.
 */
export function sendCoverThumbnail(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "" } = request;
  const drawn = url.startsWith("/covers/") ? parseCoverImagePath(url) : null;
  if (!drawn || (method !== "GET" && method !== "HEAD")) return false;
  const svg = Buffer.from(coverThumbnail(drawn));
  response.writeHead(200, {
    "Content-Type": "image/svg+xml",
    "Content-Length": svg.byteLength,
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(method === "HEAD" ? undefined : svg);
  return true;
}
