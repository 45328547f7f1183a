import { maxPictureBytes } from "#app/features/pictures/picture.ts";
import { pagePath } from "../framework/single-fetch.ts";
import { HttpError } from "./error-response.ts";

/** Largest request body, in bytes; uploads have their own limit. */
const maxTextBytes = 256 * 1024;

/** Of forms with few fields that anybody may send, signed in or not: parsing many fields costs memory. */
const maxSmallBytes = 8 * 1024;
const smallPaths = new Set(["/theme", "/consent", "/sign-in", "/api/session", "/api/auth/logout"]);

/** What multipart encoding adds to the file. */
const multipartOverheadBytes = 64 * 1024;
const uploadPaths = new Set(["/api/upload/profile-image", "/profile/edit"]);

/** Whether a request uploads a picture, by its path and content type. */
export function isUpload(pathname: string, contentType: string): boolean {
  return uploadPaths.has(routePath(pathname)) && /^multipart\/form-data\b/i.test(contentType);
}

const routePath = (pathname: string) => pagePath(pathname).replace(/\/+$/, "");

const tooLarge = () => new HttpError(413, "too_large", "送信されたデータが大きすぎます");

/**
 * The same request with its body limited to what the path accepts. A larger `Content-Length` is `HttpError` 413: thrown at
 * once, or for an upload when its body is read, so that the screen can show its own message. A chunked body is counted:
 * past the limit its bytes are dropped and reading fails at its end, so that the client has sent everything and reads
 * the response; past ten times the limit it fails at once.
 */
export function limitBody(request: Request, pathname: string): Request {
  if (!request.body) return request;
  const uploads = isUpload(pathname, request.headers.get("Content-Type") ?? "");
  const textLimit = smallPaths.has(routePath(pathname)) ? maxSmallBytes : maxTextBytes;
  const limit = uploads ? maxPictureBytes + multipartOverheadBytes : textLimit;
  const declared = request.headers.get("Content-Length");
  if (declared !== null && Number(declared) > limit) {
    if (uploads) return withBody(request, failingBody());
    throw tooLarge();
  }
  // The HTTP parser enforces a declared length; only a chunked body has to be counted.
  if (declared !== null) return request;
  let received = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > 10 * limit) controller.error(tooLarge());
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

/** A body that fails when it is read. */
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
