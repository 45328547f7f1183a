import { readdirSync, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { projectRoot } from "#app/config/project-root.ts";
import {
  decideFileResponse,
  type ServedFile,
} from "#app/features/storage/file-response/decide-file-response.ts";
import { negotiateEncoding } from "#app/http/compression/negotiate-encoding.ts";
import { staticFileHeaders } from "#app/http/core/security-headers.ts";
import { logger } from "#app/logger.server.ts";

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const clientFolder = path.join(projectRoot, "build/client");

const maxCachedBytes = 512 * 1024;
const maxCacheBytes = 16 * 1024 * 1024;

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
};

const endings = { br: ".br", gzip: ".gz" } as const;

interface BuiltFile {
  source: string;
  encoding: keyof typeof endings | null;
  /** Its bytes never change. */
  isHashed: boolean;
  served: ServedFile;
}

/**
 * Serves the client build, precompressed; hashed files are immutable and cached in memory. Missing ones below `/assets/` are
 * 404 in plain text; other unknown paths go to `next`.
 */
export function staticFiles(): NodeMiddleware {
  const files = listBuiltFiles();
  const ownHeaders = staticFileHeaders();
  const cache = new Map<BuiltFile, Promise<Buffer>>();
  let cacheBytes = 0;

  /** The whole of a hashed file, kept in memory; null for others and where no room is left. */
  function cachedBytes(file: BuiltFile): Promise<Buffer> | null {
    const known = cache.get(file);
    if (known) return known;
    const { bytes } = file.served;
    if (!file.isHashed || bytes > maxCachedBytes || cacheBytes + bytes > maxCacheBytes) return null;
    cacheBytes += bytes;
    const read = readFile(file.source);
    cache.set(file, read);
    read.catch(() => {
      cache.delete(file);
      cacheBytes -= bytes;
    });
    return read;
  }

  async function send(file: BuiltFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Only audio needs ranges: browsers play none without.
    const hasRanges = file.served.contentType.startsWith("audio/");
    const { status, headers, span } = decideFileResponse({
      method: request.method ?? "GET",
      header: (name) => (name === "range" && !hasRanges ? null : request.headers[name]?.toString()),
      file: file.served,
    });
    const writeHead = () =>
      response.writeHead(status, {
        ...ownHeaders,
        Vary: "Accept-Encoding",
        ...headers,
        ...(hasRanges || status !== 200 ? {} : { "Accept-Ranges": "none" }),
        ...(file.encoding && status === 200 ? { "Content-Encoding": file.encoding } : {}),
      });
    if (!span) {
      writeHead().end();
      return;
    }
    const bytes = await cachedBytes(file);
    if (bytes) {
      writeHead().end(bytes);
      return;
    }
    const opened = await open(file.source);
    await pipeline(opened.createReadStream(span), writeHead());
  }

  return (request, response, next) => {
    const { url = "", headers } = request;
    const [address = ""] = url.split("?");
    const encoding = negotiateEncoding(headers["accept-encoding"]?.toString() ?? "");
    const file = (encoding && files.get(address + endings[encoding])) ?? files.get(address);
    if (!file) {
      if (isHashed(address)) sendMissing(response);
      else next();
      return;
    }
    send(file, request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      // A newer build may have removed it.
      logger.error({ err: error }, "static file not sent");
      if (response.headersSent) response.destroy();
      else sendMissing(response);
    });
  };

  function sendMissing(response: ServerResponse): void {
    response.writeHead(404, {
      ...ownHeaders,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
    });
    response.end("見つかりません");
  }
}

/** By address, with the ending of an encoding. Throws for a file whose content type nobody has named. */
function listBuiltFiles(): ReadonlyMap<string, BuiltFile> {
  const sources = readdirSync(clientFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    sources.map((source) => {
      const address = `/${path.relative(clientFolder, source).replaceAll(path.sep, "/")}`;
      const encoding = address.endsWith(".br") ? "br" : address.endsWith(".gz") ? "gzip" : null;
      const plain = encoding ? address.slice(0, -3) : address;
      const contentType = contentTypes[path.extname(plain)];
      if (!contentType) throw new Error(`no content type for ${address}`);
      const { size, mtime } = statSync(source);
      const served: ServedFile = {
        bytes: size,
        modified: mtime,
        etag: `"${size}-${mtime.getTime()}"`,
        contentType,
        cacheControl: cacheControl(plain),
      };
      return [address, { source, encoding, isHashed: isHashed(plain), served }];
    }),
  );
}

const isHashed = (address: string) => address.startsWith("/assets/");

/** A cached service worker would delay later versions. */
function cacheControl(address: string): string {
  if (address === "/sw.js") return "no-cache";
  return isHashed(address) ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}
