import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { projectRoot } from "#app/config/project-root.ts";
import { negotiateEncoding } from "#app/http/core/negotiate-encoding.ts";

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const clientFolder = path.join(projectRoot, "build/client");

/**
 * Serves the files of the client build, precompressed; hashed ones are immutable. A missing file below `/assets/` is a
 * 404 in plain text, every other unknown path goes on to `next`.
 */
export function staticFiles(): NodeMiddleware {
  const serve = sirv(clientFolder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      // Only audio needs ranges: browsers play none without. sirv throws at some ranges that are syntactically valid.
      const { range = "" } = response.req.headers;
      const [, from, to] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(range) ?? [];
      const isValidRange = from !== undefined && (to === "" || Number(to) >= Number(from));
      if (!pathname.endsWith(".mp3") || !isValidRange) delete response.req.headers.range;
      // sirv leaves its file open when the client disconnects before the end.
      response.once("pipe", (file) => response.once("close", () => file.destroy()));
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cache-Control", cacheControl(pathname));
    },
  });
  return (request, response, next) => {
    // sirv looks for the names of encodings only, not at their weights.
    request.headers["accept-encoding"] =
      negotiateEncoding(request.headers["accept-encoding"]?.toString() ?? "") ?? "";
    serve(request, response, () => {
      if (!request.url?.startsWith("/assets/")) return next();
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
      response.end("見つかりません");
    });
  };
}

/** A cached service worker would delay every later version, so browsers revalidate it. */
function cacheControl(pathname: string): string {
  if (pathname === "/sw.js") return "no-cache";
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

/** Whether an error is that of a file of the client build which a newer build has removed. */
export function isMissingStaticFile(error: Error): boolean {
  return (
    "code" in error &&
    error.code === "ENOENT" &&
    "path" in error &&
    String(error.path).startsWith(clientFolder)
  );
}
