import { maxSourceBytes } from "#app/engines/sources/source.ts";
import { maxPictureBytes } from "#app/features/pictures/picture.ts";
import { maxImportLength } from "#app/features/pronunciations/pronunciations.ts";
import { maxUploadBytes } from "#app/features/tracks/upload/upload.ts";
import { HttpError } from "../core/error-response.ts";
import { pagePath } from "../framework/single-fetch.ts";

/** Largest request body, in bytes, before it is known what it is for (`BodySize`); uploads have their own limit. */
const maxTextBytes = 256 * 1024;

/** Of forms with few fields that anybody may send, signed in or not: parsing many fields costs memory. */
const maxSmallBytes = 8 * 1024;
const smallPaths = new Set(["/theme", "/consent", "/sign-in", "/api/session", "/api/auth/logout"]);

/** Of a dictionary: as many characters as an import takes, as a text or a file in a multipart form. */
export const dictionaryBytes = 4 * maxImportLength + 64 * 1024;
const dictionaryPaths = new Set(["/settings/readings", "/admin/readings", "/api/readings/import"]);

/** What multipart encoding and the other fields add to a picture; with an audio file comes a transcript of up to 1 MB. */
const multipartOverheadBytes = { picture: 64 * 1024, audio: 2 * 1024 * 1024 };
/** Largest file of each path that takes one. */
const uploadPaths = new Map([
  ["/api/upload/profile-image", maxPictureBytes],
  ["/profile/edit", maxPictureBytes],
  ["/sources", maxSourceBytes],
  ["/admin/upload", maxUploadBytes],
  ["/api/admin/uploads", maxUploadBytes],
]);
/** Bytes of a chunked body past its limit that are read, so that its sender gets to the response. */
const maxExcessBytes = 90 * 1024 * 1024;

/** The largest file that a request may upload, by its path and content type; null for one that uploads none. */
export function uploadLimit(pathname: string, contentType: string): number | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null;
  return uploadPaths.get(routePath(pathname)) ?? null;
}

const routePath = (pathname: string) => pagePath(pathname).replace(/\/+$/, "");

const tooLarge = () => new HttpError(413, "too_large", "送信されたデータが大きすぎます");

/**
 * The same request with its body limited to what the path accepts. A larger `Content-Length` is `HttpError` 413: thrown at
 * once, or for an upload when its body is read, so that the screen can show its own message. A chunked body is counted:
 * past the limit its bytes are dropped and reading fails at its end, so that the client has sent everything and reads
 * the response; past ten times the limit, or 90 MB more, it fails at once.
 */
export function limitBody(request: Request, pathname: string): Request {
  if (!request.body) return request;
  const largestFile = uploadLimit(pathname, request.headers.get("Content-Type") ?? "");
  const path = routePath(pathname);
  const longestText = dictionaryPaths.has(path) ? dictionaryBytes : maxTextBytes;
  const textLimit = smallPaths.has(path) ? maxSmallBytes : longestText;
  const limit =
    largestFile === null
      ? textLimit
      : largestFile + multipartOverheadBytes[largestFile === maxUploadBytes ? "audio" : "picture"];
  if (largestFile !== null && declaredLength(request) > limit) return withBody(request, failingBody());
  return withBodyLimit(request, limit);
}

/** The declared length; NaN for a chunked body. */
const declaredLength = (request: Request) => Number(request.headers.get("Content-Length") ?? Number.NaN);

/**
 * The same request with its body limited to `limit` bytes: a larger `Content-Length` throws `HttpError` 413 at once, a chunked
 * body is counted as it is read.
 */
export function withBodyLimit(request: Request, limit: number): Request {
  if (!request.body) return request;
  const declared = declaredLength(request);
  if (declared > limit) throw tooLarge();
  // The HTTP parser enforces a declared length; only a chunked body has to be counted.
  if (!Number.isNaN(declared)) return request;
  let received = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > limit + Math.min(9 * limit, maxExcessBytes)) controller.error(tooLarge());
        else if (received <= limit) controller.enqueue(chunk);
      },
      flush(controller) {
        if (received > limit) controller.error(tooLarge());
      },
    }),
  );
  return withBody(request, counted);
}

function withBody(request: Request, body: ReadableStream): Request {
  const init: RequestInit & { duplex: "half" } = { body, duplex: "half" };
  return new Request(request, init);
}

function failingBody(): ReadableStream {
  return new ReadableStream(
    {
      pull(controller) {
        controller.error(tooLarge());
      },
    },
    { highWaterMark: 0 },
  );
}
