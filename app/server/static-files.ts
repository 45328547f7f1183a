import { ReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { projectRoot } from "#app/config/project-root.ts";
import { negotiateEncoding } from "#app/http/compression/negotiate-encoding.ts";
import { staticFileHeaders } from "#app/http/core/security-headers.ts";

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const clientFolder = path.join(projectRoot, "build/client");

const maxCachedBytes = 512 * 1024;
const maxCacheBytes = 16 * 1024 * 1024;

interface CachedFile {
  headers: OutgoingHttpHeaders;
  bytes: Buffer;
}

/**
 * Serves the client build, precompressed; hashed files are immutable and cached in memory. Missing ones below `/assets/` are
 * 404 in plain text; other unknown paths go to `next`.
 */
export function staticFiles(): NodeMiddleware {
  const ownHeaders = staticFileHeaders();
  const cache = new Map<string, CachedFile>();
  let cacheBytes = 0;

  /** Caches the file that `response` begins to send. */
  async function keep(key: string, source: string, response: ServerResponse): Promise<void> {
    const headers = { ...response.getHeaders() };
    const size = Number(headers["content-length"]);
    if (response.statusCode !== 200 || cache.has(key)) return;
    if (!(size <= maxCachedBytes && cacheBytes + size <= maxCacheBytes)) return;
    cacheBytes += size;
    const bytes = await readFile(source).catch(() => null);
    if (bytes?.length === size && !cache.has(key)) cache.set(key, { headers, bytes });
    else cacheBytes -= size;
  }

  const serve = sirv(clientFolder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      // Only audio needs ranges: browsers play none without. sirv throws at some valid ranges.
      const { range = "" } = response.req.headers;
      const [, from, to] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(range) ?? [];
      const isValidRange = from !== undefined && (to === "" || Number(to) >= Number(from));
      if (!pathname.endsWith(".mp3") || !isValidRange) delete response.req.headers.range;
      // sirv leaks its file if the client disconnects early.
      response.once("pipe", (file) => {
        response.once("close", () => file.destroy());
        const key = cacheKey(response.req);
        if (key && file instanceof ReadStream) void keep(key, String(file.path), response);
      });
      for (const [name, value] of Object.entries(ownHeaders)) response.setHeader(name, value);
      response.setHeader("Cache-Control", cacheControl(pathname));
    },
  });
  return (request, response, next) => {
    // sirv ignores the weights of encodings.
    request.headers["accept-encoding"] =
      negotiateEncoding(request.headers["accept-encoding"]?.toString() ?? "") ?? "";
    const { url = "" } = request;
    if (!url.startsWith("/assets/") && !fileName.test(url)) return next();
    const key = cacheKey(request);
    const cached = key === null ? undefined : cache.get(key);
    if (cached) {
      response.writeHead(200, cached.headers).end(cached.bytes);
      return;
    }
    serve(request, response, () => {
      if (!url.startsWith("/assets/")) return next();
      response.writeHead(404, {
        ...ownHeaders,
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
      });
      response.end("見つかりません");
    });
  };
}

/** The build's files all have a dot; for most other paths sirv would only try endings. */
const fileName = /\.[^/?]*(\?|$)/;

/** Null unless a request gets a whole hashed file. The encoding is negotiated already. */
function cacheKey({ method, url = "", headers }: IncomingMessage): string | null {
  if (method !== "GET" || !url.startsWith("/assets/") || url.includes("?")) return null;
  if (headers["if-none-match"] || headers.range) return null;
  return `${headers["accept-encoding"]} ${url}`;
}

/** A cached service worker would delay later versions. */
function cacheControl(pathname: string): string {
  if (pathname === "/sw.js") return "no-cache";
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

/** Whether a newer build has removed a file of the client build. */
export function isMissingStaticFile(error: Error): boolean {
  return (
    "code" in error &&
    error.code === "ENOENT" &&
    "path" in error &&
    String(error.path).startsWith(clientFolder)
  );
}
