import { listsEntityTag } from "#app/lib/entity-tag.ts";
import { parseHttpDate } from "#app/lib/http-date.ts";
import { parseRange } from "./byte-range.ts";

export interface ServedFile {
  bytes: number;
  /** When the bytes were written; HTTP dates have whole seconds. Null if nobody records that. */
  modified: Date | null;
  /** Strong, with quotes; different bytes need different tags. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** In chunks for media elements (`docs/decisions/0012-audio-chunks.md`). */
  sendInChunks?: boolean | undefined;
  /** Any characters. */
  filename?: string | undefined;
  /** With a file name: to be saved; by default `inline`. */
  isAttachment?: boolean | undefined;
}

export interface FileDecision {
  status: 200 | 206 | 302 | 304 | 405 | 412 | 416;
  headers: Readonly<Record<string, string>>;
  /** Inclusive; null without a body. */
  span: { start: number; end: number } | null;
}

/** The first chunk is small so that playback starts at once. */
const FIRST_CHUNK_BYTES = 64 * 1024;
const LATER_CHUNK_BYTES = 512 * 1024;

/**
 * Decides the response to a file request by RFC 9110: conditions in the order of §13.2.2, then the range (§14.2). `header`
 * takes a lower-case name.
 *
 * A 206 carries all headers of the 200, even after If-Range (§15.3.7 recommends fewer): with `nosniff` some players fail on a
 * part without Content-Type.
 */
export function decideFileResponse(o: {
  method: string;
  header: (name: string) => string | null | undefined;
  file: ServedFile;
}): FileDecision {
  const { file, header } = o;
  const isGet = o.method === "GET";
  if (!isGet && o.method !== "HEAD") return withoutBody(405, { Allow: "GET, HEAD" });

  const condition = failedCondition(file, header);
  if (condition === 412) return withoutBody(412, {});
  if (condition === 304) {
    return { status: 304, headers: { ETag: file.etag, "Cache-Control": file.cacheControl }, span: null };
  }

  const headers = headersOf(file);
  // Only GET has ranges; HEAD reports the whole length (§14.2).
  const range = isGet ? (header("range") ?? null) : null;
  if (range !== null && ifRangeMatches(header("if-range"), file.etag, headers["Last-Modified"])) {
    const parsed = parseRange(range, file.bytes);
    if (parsed.kind === "unsatisfiable") {
      return withoutBody(416, { "Content-Range": `bytes */${file.bytes}`, "Accept-Ranges": "bytes" });
    }
    if (parsed.kind === "part") {
      const { start } = parsed;
      const isChunk = parsed.isOpen && file.sendInChunks && isMediaElement(header("sec-fetch-dest"));
      const end = isChunk ? Math.min(parsed.end, start + chunkSizeAt(start) - 1) : parsed.end;
      return {
        status: 206,
        headers: {
          ...headers,
          "Content-Length": String(end - start + 1),
          "Content-Range": `bytes ${start}-${end}/${file.bytes}`,
        },
        span: { start, end },
      };
    }
  }
  return { status: 200, headers, span: isGet && file.bytes > 0 ? { start: 0, end: file.bytes - 1 } : null };
}

/** Players ask for one file in many ranges. */
const knownHeaders = new WeakMap<ServedFile, Readonly<Record<string, string>>>();

function headersOf(file: ServedFile): Readonly<Record<string, string>> {
  const known = knownHeaders.get(file);
  if (known) return known;
  const headers: Record<string, string> = {
    "Content-Type": file.contentType,
    "Content-Length": String(file.bytes),
    "Accept-Ranges": "bytes",
    ETag: file.etag,
    ...(file.modified === null ? {} : { "Last-Modified": file.modified.toUTCString() }),
    "Cache-Control": file.cacheControl,
    "X-Content-Type-Options": "nosniff",
  };
  if (file.filename !== undefined)
    headers["Content-Disposition"] = contentDisposition(file.filename, file.isAttachment);
  knownHeaders.set(file, headers);
  return headers;
}

/**
 * `inline` unless `isAttachment`, so that browsers play the file, with the name in both forms of RFC 6266: ASCII for old clients,
 * RFC 8187 for others.
 */
export function contentDisposition(filename: string, isAttachment = false): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isAttachment ? "attachment" : "inline"}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Judges by `Sec-Fetch-Dest`. Only media elements request the next chunk by themselves. */
export function isMediaElement(destination: string | null | undefined): boolean {
  return destination === "audio" || destination === "video";
}

function chunkSizeAt(start: number): number {
  return start === 0 ? FIRST_CHUNK_BYTES : LATER_CHUNK_BYTES;
}

/** The first failing condition's status in the order of RFC 9110 §13.2.2; null if all hold. */
function failedCondition(
  file: ServedFile,
  header: (name: string) => string | null | undefined,
): 412 | 304 | null {
  // HTTP dates have no fractions: a file would always be newer than its own Last-Modified.
  const modified = file.modified && Math.floor(file.modified.getTime() / 1000) * 1000;
  const ifMatch = header("if-match") ?? null;
  if (ifMatch !== null) {
    if (!listsEntityTag(ifMatch, file.etag, "strong")) return 412;
  } else {
    const unmodifiedSince = parseDateHeader(header("if-unmodified-since"));
    // RFC 9110 §13.1.4: ignored without a modification date, as If-Modified-Since below (§13.1.3).
    if (unmodifiedSince !== null && modified !== null && modified > unmodifiedSince) return 412;
  }
  const ifNoneMatch = header("if-none-match") ?? null;
  if (ifNoneMatch !== null) return listsEntityTag(ifNoneMatch, file.etag, "weak") ? 304 : null;
  const modifiedSince = parseDateHeader(header("if-modified-since"));
  return modifiedSince !== null && modified !== null && modified <= modifiedSince ? 304 : null;
}

/**
 * Whether If-Range is absent, or equals the tag (strong comparison) or Last-Modified, which is strong here because a key's
 * bytes never change (RFC 9110 §13.1.5).
 */
function ifRangeMatches(
  ifRange: string | null | undefined,
  etag: string,
  lastModified: string | undefined,
): boolean {
  if (ifRange === null || ifRange === undefined) return true;
  if (ifRange === etag) return true;
  const time = parseDateHeader(ifRange);
  return time !== null && time === parseDateHeader(lastModified);
}

function parseDateHeader(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : parseHttpDate(value);
}

function withoutBody(status: 405 | 412 | 416, headers: Record<string, string>): FileDecision {
  return { status, headers: { ...headers, "Content-Length": "0", "Cache-Control": "no-store" }, span: null };
}

/** nginx's location of stored files (`docs/nginx.md`). */
const ACCEL_PREFIX = "/internal-audio/";
/** How long nginx may serve a public file without asking; it counts whole seconds, so up to two. */
const ACCEL_SECONDS = "1";

/**
 * Lets nginx send a local file, with conditions and ranges. nginx keeps Content-Type, Content-Disposition and Cache-Control; it
 * replaces ETag, Last-Modified, Accept-Ranges and the length. Other headers belong in its location.
 */
export function decideAccelResponse(o: { method: string; key: string; file: ServedFile }): FileDecision {
  if (o.method !== "GET" && o.method !== "HEAD") return withoutBody(405, { Allow: "GET, HEAD" });
  const headers: Record<string, string> = {
    // Keys need no escaping in a URI.
    "X-Accel-Redirect": `${ACCEL_PREFIX}${o.key}`,
    // For `try_files`: deriving it from the other header costs nginx 5% of a range.
    "X-Audio-File": `/${o.key}`,
    // Before Cache-Control: some versions of nginx take what comes first.
    ...(o.file.cacheControl.startsWith("public") ? { "X-Accel-Expires": ACCEL_SECONDS } : {}),
    "Content-Type": o.file.contentType,
    "Cache-Control": o.file.cacheControl,
    "Content-Length": "0",
  };
  if (o.file.filename !== undefined)
    headers["Content-Disposition"] = contentDisposition(o.file.filename, o.file.isAttachment);
  return { status: 200, headers, span: null };
}
