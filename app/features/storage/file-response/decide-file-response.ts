import { listsEntityTag } from "#app/lib/entity-tag.ts";
import { parseHttpDate } from "#app/lib/http-date.ts";
import { parseRange } from "./byte-range.ts";

/** The metadata of a file that responses carry. */
export interface ServedFile {
  bytes: number;
  /** When the bytes were written; HTTP dates have whole seconds. Null where they change at times that nobody notes. */
  modified: Date | null;
  /** Strong entity tag with its quotes; different bytes must have different tags. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Whether media elements get it in chunks (`docs/decisions/0012-audio-chunks.md`). */
  sendInChunks?: boolean | undefined;
  /** The name under which browsers save the file, any characters. The disposition stays `inline`. */
  filename?: string | undefined;
}

export interface FileDecision {
  status: 200 | 206 | 304 | 405 | 412 | 416;
  headers: Readonly<Record<string, string>>;
  /** Bytes to send, both ends inclusive; null for a response without a body. */
  span: { start: number; end: number } | null;
}

/** Sizes of the chunks for media elements: a small first one, so that playback starts at once. In bytes. */
const FIRST_CHUNK_BYTES = 64 * 1024;
const LATER_CHUNK_BYTES = 512 * 1024;

/**
 * Decides the response to a request for a file by RFC 9110: conditions in the order of §13.2.2, then the range (§14.2).
 * Pure. `header` returns a request header by its lower-case name.
 *
 * A 206 carries all headers of the 200, also after If-Range, where §15.3.7 recommends fewer: with `nosniff` some
 * players fail on a part without a Content-Type.
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
  // Ranges are defined for GET only; HEAD reports the length of the whole file (§14.2).
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

/** Of files that were asked for: players ask for one in many ranges. */
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
  if (file.filename !== undefined) headers["Content-Disposition"] = contentDisposition(file.filename);
  knownHeaders.set(file, headers);
  return headers;
}

/**
 * A Content-Disposition with `inline`, so that browsers play the file, and the name in both forms of RFC 6266: ASCII for
 * old clients, RFC 8187 for the others.
 */
function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** By `Sec-Fetch-Dest`. Media elements request the next chunk by themselves; other programs do not. */
function isMediaElement(destination: string | null | undefined): boolean {
  return destination === "audio" || destination === "video";
}

function chunkSizeAt(start: number): number {
  return start === 0 ? FIRST_CHUNK_BYTES : LATER_CHUNK_BYTES;
}

/** The status of the first condition that fails, in the order of RFC 9110 §13.2.2, or null when all hold. */
function failedCondition(
  file: ServedFile,
  header: (name: string) => string | null | undefined,
): 412 | 304 | null {
  // HTTP dates have no fractions: otherwise a file would always be newer than its own Last-Modified.
  const modified = file.modified && Math.floor(file.modified.getTime() / 1000) * 1000;
  const ifMatch = header("if-match") ?? null;
  if (ifMatch !== null) {
    if (!listsEntityTag(ifMatch, file.etag, "strong")) return 412;
  } else {
    const unmodifiedSince = parseDateHeader(header("if-unmodified-since"));
    // RFC 9110 §13.1.4: ignored without a modification date. So is If-Modified-Since below (§13.1.3).
    if (unmodifiedSince !== null && modified !== null && modified > unmodifiedSince) return 412;
  }
  const ifNoneMatch = header("if-none-match") ?? null;
  if (ifNoneMatch !== null) return listsEntityTag(ifNoneMatch, file.etag, "weak") ? 304 : null;
  const modifiedSince = parseDateHeader(header("if-modified-since"));
  return modifiedSince !== null && modified !== null && modified <= modifiedSince ? 304 : null;
}

/**
 * Whether the range applies: If-Range is absent, equals the tag (strong comparison), or equals Last-Modified, which is a
 * strong validator here because a key's bytes never change (RFC 9110 §13.1.5).
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

/** The nginx location of the storage's files (`docs/nginx.md`). */
const ACCEL_PREFIX = "/internal-audio/";
/** How long nginx may send a file that everybody gets without asking again; it counts whole seconds, so that two may pass. */
const ACCEL_SECONDS = "1";

/**
 * The response that lets nginx send a file of the local storage: nginx handles conditions and ranges itself. It keeps
 * Content-Type, Content-Disposition and Cache-Control, and replaces ETag, Last-Modified, Accept-Ranges and the length,
 * so those are not sent. Other headers must be added in nginx's location.
 */
export function decideAccelResponse(o: { method: string; key: string; file: ServedFile }): FileDecision {
  if (o.method !== "GET" && o.method !== "HEAD") return withoutBody(405, { Allow: "GET, HEAD" });
  const headers: Record<string, string> = {
    // Storage keys need no escaping in a URI.
    "X-Accel-Redirect": `${ACCEL_PREFIX}${o.key}`,
    // The same for `try_files`: to take it from the other by an expression costs nginx a twentieth of a range.
    "X-Audio-File": `/${o.key}`,
    // Before Cache-Control: some versions of nginx take what comes first.
    ...(o.file.cacheControl.startsWith("public") ? { "X-Accel-Expires": ACCEL_SECONDS } : {}),
    "Content-Type": o.file.contentType,
    "Cache-Control": o.file.cacheControl,
    "Content-Length": "0",
  };
  if (o.file.filename !== undefined) headers["Content-Disposition"] = contentDisposition(o.file.filename);
  return { status: 200, headers, span: null };
}
