import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { parseCoverImagePath } from "#app/features/covers/cover-address.ts";
import { coverThumbnail } from "#app/features/covers/drawing/cover-thumbnail.ts";
import { textCompression } from "../compression/compress-response.ts";
import { negotiateEncoding } from "../compression/negotiate-encoding.ts";
import { staticFileHeaders } from "../core/security-headers.ts";

/** Answers requests for covers, without a log line, immutable: they are drawn from the address alone. False for others. */
export function sendCoverThumbnail(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "" } = request;
  const drawn = url.startsWith("/covers/") ? parseCoverImagePath(url) : null;
  if (!drawn || (method !== "GET" && method !== "HEAD")) return false;
  const svg = Buffer.from(coverThumbnail(drawn));
  const encoding = negotiateEncoding(String(request.headers["accept-encoding"] ?? ""));
  const body = encoding === null ? svg : compress[encoding](svg);
  response.writeHead(200, {
    "Content-Type": "image/svg+xml",
    "Content-Length": body.byteLength,
    ...(encoding && { "Content-Encoding": encoding }),
    Vary: "Accept-Encoding",
    "Cache-Control": "public, max-age=31536000, immutable",
    ...staticFileHeaders(),
  });
  response.end(method === "HEAD" ? undefined : body);
  return true;
}

/** A few kilobytes: packing takes less time than another thread. */
const compress = {
  br: (svg: Buffer) => brotliCompressSync(svg, textCompression.br),
  gzip: (svg: Buffer) => gzipSync(svg, textCompression.gzip),
};
