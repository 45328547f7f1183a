import { contentDisposition, type FileDecision, type ServedFile } from "./decide-file-response.ts";

/** Where nginx finds the storage's files; `docs/nginx.md` has the location of this name. */
const ACCEL_PREFIX = "/internal-audio/";

/**
 * The answer that lets nginx send a local storage's file: it takes the path, drops the body, and does conditions and
 * ranges itself against the file on disk. Of these headers it keeps Content-Type, Content-Disposition and
 * Cache-Control; ETag, Last-Modified, Accept-Ranges and the length are its own, so none are sent. Whatever else the
 * client should get, the location has to add.
 */
export function decideAccelResponse(o: { method: string; key: string; file: ServedFile }): FileDecision {
  if (o.method !== "GET" && o.method !== "HEAD") {
    return {
      status: 405,
      headers: { Allow: "GET, HEAD", "Content-Length": "0", "Cache-Control": "no-store" },
      span: null,
    };
  }
  const headers: Record<string, string> = {
    // A key's characters need no escaping in a URI.
    "X-Accel-Redirect": `${ACCEL_PREFIX}${o.key}`,
    "Content-Type": o.file.contentType,
    "Cache-Control": o.file.cacheControl,
    "Content-Length": "0",
  };
  if (o.file.filename !== undefined) headers["Content-Disposition"] = contentDisposition(o.file.filename);
  return { status: 200, headers, span: null };
}
