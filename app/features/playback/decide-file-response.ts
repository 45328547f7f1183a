import { parseRange } from "./byte-range.ts";
import { listsEntityTag } from "./entity-tag.ts";
import { parseHttpDate } from "./http-date.ts";

/** What a client may know of a file. */
export interface ServedFile {
  /** Length in bytes. */
  bytes: number;
  /** When the bytes were written; HTTP sees whole seconds. */
  modified: Date;
  /** Strong entity tag with its quotes. Other bytes must have another one. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** A browser's player gets it piece by piece (`docs/decisions/0012-the-first-chunk.md`). */
  isPlayed?: boolean | undefined;
  /** Name under which a browser saves the file; any characters. It is played in place all the same. */
  filename?: string | undefined;
}

export interface FileDecision {
  status: 200 | 206 | 304 | 405 | 412 | 416;
  headers: Record<string, string>;
  /** Bytes to send, both ends inclusive; null for an answer without a body. */
  span: { start: number; end: number } | null;
}

/** What a player gets before it asks again: little at first, so that sound starts at once, then more. In bytes. */
const FIRST_PIECE = 64 * 1024;
const LATER_PIECE = 512 * 1024;

/**
 * Decides the answer to a request for a file, by RFC 9110: conditions in the order of §13.2.2, then the range (§14.2).
 * Reads nothing and sends nothing. `header` gives a request header by its lower-case name.
 *
 * A 206 carries every header the 200 would, also after If-Range, where §15.3.7 would rather have fewer: with
 * `nosniff` some players stop at a part that has no Content-Type.
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
  const lastModified = file.modified.toUTCString();
  if (condition === 304) {
    return { status: 304, headers: { ETag: file.etag, "Cache-Control": file.cacheControl }, span: null };
  }

  const headers: Record<string, string> = {
    "Content-Type": file.contentType,
    "Content-Length": String(file.bytes),
    "Accept-Ranges": "bytes",
    ETag: file.etag,
    "Last-Modified": lastModified,
    "Cache-Control": file.cacheControl,
    "X-Content-Type-Options": "nosniff",
  };
  if (file.filename !== undefined) headers["Content-Disposition"] = contentDisposition(file.filename);

  // Ranges are defined for GET alone; the length that HEAD tells is the whole file's (§14.2).
  const range = isGet ? (header("range") ?? null) : null;
  if (range !== null && ifRangeHolds(header("if-range"), file.etag, lastModified)) {
    const asked = parseRange(range, file.bytes);
    if (asked.kind === "unsatisfiable") {
      return withoutBody(416, { "Content-Range": `bytes */${file.bytes}`, "Accept-Ranges": "bytes" });
    }
    if (asked.kind === "part") {
      const { start } = asked;
      const isPiece = asked.isOpen && file.isPlayed && isPlayer(header("sec-fetch-dest"));
      const end = isPiece ? Math.min(asked.end, start + pieceFrom(start) - 1) : asked.end;
      headers["Content-Length"] = String(end - start + 1);
      headers["Content-Range"] = `bytes ${start}-${end}/${file.bytes}`;
      return { status: 206, headers, span: { start, end } };
    }
  }
  return { status: 200, headers, span: isGet && file.bytes > 0 ? { start: 0, end: file.bytes - 1 } : null };
}

/**
 * `inline`, so that the file plays where it is asked for, with the name in both spellings of RFC 6266: ASCII for old
 * clients, RFC 8187 for the rest.
 */
export function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Whether a page's media element asks: it goes on asking until it has what it needs, which other programs do not. */
function isPlayer(destination: string | null | undefined): boolean {
  return destination === "audio" || destination === "video";
}

function pieceFrom(start: number): number {
  return start === 0 ? FIRST_PIECE : LATER_PIECE;
}

/** The status of the first condition that fails, in the order of RFC 9110 §13.2.2, or null when all hold. */
function failedCondition(
  file: ServedFile,
  header: (name: string) => string | null | undefined,
): 412 | 304 | null {
  // HTTP dates have no fractions; without this a file would always be newer than the date it was sent with.
  const modified = Math.floor(file.modified.getTime() / 1000) * 1000;
  const ifMatch = header("if-match") ?? null;
  if (ifMatch !== null) {
    if (!listsEntityTag(ifMatch, file.etag, "strong")) return 412;
  } else {
    const unmodifiedSince = dateOf(header("if-unmodified-since"));
    if (unmodifiedSince !== null && modified > unmodifiedSince) return 412;
  }
  const ifNoneMatch = header("if-none-match") ?? null;
  if (ifNoneMatch !== null) return listsEntityTag(ifNoneMatch, file.etag, "weak") ? 304 : null;
  const modifiedSince = dateOf(header("if-modified-since"));
  return modifiedSince !== null && modified <= modifiedSince ? 304 : null;
}

/**
 * Whether a range may be answered: If-Range is absent, is this very tag (strong comparison), or is exactly the time
 * of Last-Modified, which is a strong validator here because a key's bytes never change (RFC 9110 §13.1.5).
 */
function ifRangeHolds(ifRange: string | null | undefined, etag: string, lastModified: string): boolean {
  if (ifRange === null || ifRange === undefined) return true;
  if (ifRange === etag) return true;
  const time = dateOf(ifRange);
  return time !== null && time === dateOf(lastModified);
}

function dateOf(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : parseHttpDate(value);
}

function withoutBody(status: 405 | 412 | 416, headers: Record<string, string>): FileDecision {
  return { status, headers: { ...headers, "Content-Length": "0", "Cache-Control": "no-store" }, span: null };
}
