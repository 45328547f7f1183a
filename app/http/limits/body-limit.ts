import { maxSourceBytes } from "#app/engines/sources/source.ts";
import { maxEvidenceBytes, maxEvidenceFiles, objectionFormPath } from "#app/features/objections/objection.ts";
import { maxPictureBytes } from "#app/features/pictures/picture.ts";
import { maxImportLength } from "#app/features/pronunciations/pronunciations.ts";
import { maxVerifiedBytes, verifyPath } from "#app/features/provenance/provenance.ts";
import { maxUploadBytes } from "#app/features/tracks/upload/upload.ts";
import { HttpError } from "../core/error-response.ts";
import { pagePath } from "../framework/single-fetch.ts";

/** The limit before the purpose is known (`BodySize`); uploads have their own. */
const maxTextBytes = 256 * 1024;

/** The limit of small public forms: parsing many fields costs memory. */
const maxSmallBytes = 8 * 1024;
const smallPaths = new Set(["/theme", "/consent", "/sign-in", "/api/session", "/api/auth/logout"]);

/** A full import as text or file, in a multipart form. */
export const dictionaryBytes = 4 * maxImportLength + 64 * 1024;
const dictionaryPaths = new Set(["/settings/readings", "/admin/readings", "/api/readings/import"]);

/** Of multipart encoding and other fields; with audio a transcript of up to 1 MB. */
const multipartOverheadBytes = { picture: 64 * 1024, audio: 2 * 1024 * 1024 };
const uploadPaths = new Map([
  ["/api/upload/profile-image", maxPictureBytes],
  ["/profile/edit", maxPictureBytes],
  ["/sources", maxSourceBytes],
  [verifyPath, maxVerifiedBytes],
  ["/admin/upload", maxUploadBytes],
  ["/api/admin/uploads", maxUploadBytes],
]);
/** With room for one file more, so that its sender learns how many may be sent. */
const maxEvidenceTotal = (maxEvidenceFiles + 1) * maxEvidenceBytes;
/** Read past a chunked body's limit, so that its sender gets to the response. */
const maxExcessBytes = 90 * 1024 * 1024;

/** The largest file that a request may upload; null if it uploads none. */
export function uploadLimit(pathname: string, contentType: string): number | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null;
  const path = routePath(pathname);
  // The form, and the page of each objection.
  if (`${path}/`.startsWith(`${objectionFormPath}/`)) return maxEvidenceTotal;
  return uploadPaths.get(path) ?? null;
}

const routePath = (pathname: string) => pagePath(pathname).replace(/\/+$/, "");

const tooLarge = () => new HttpError(413, "too_large", "送信されたデータが大きすぎます");

/**
 * Limits the body by path. A larger `Content-Length` is `HttpError` 413 at once; for an upload when its body is read, so that the
 * screen shows its own message. A chunked body is read to its end without the excess, and fails there: the client reads the
 * response only after it has sent all. Past ten times the limit, or 90 MB more, it fails at once.
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

const declaredLength = (request: Request) => Number(request.headers.get("Content-Length") ?? Number.NaN);

/** A larger `Content-Length` throws `HttpError` 413 at once; a chunked body is counted while read. */
export function withBodyLimit(request: Request, limit: number): Request {
  if (!request.body) return request;
  const declared = declaredLength(request);
  if (declared > limit) throw tooLarge();
  // The HTTP parser enforces a declared length.
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
