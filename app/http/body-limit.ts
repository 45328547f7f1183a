import { largestPicture } from "#app/features/pictures/picture-messages.ts";
import { HttpError } from "./error-response.ts";

/** Largest request body, in bytes, of calls that take text; uploads have their own. */
const bodyLimit = 256 * 1024;

/** The few fields that anybody may send, signed in or not: a larger form would be many fields, and they cost memory. */
const smallLimit = 8 * 1024;
const smallPaths = new Set(["/theme", "/consent", "/sign-in", "/api/session", "/api/auth/logout"]);

/** What a form puts around its file. */
const aroundFile = 64 * 1024;
const uploadPaths = new Set(["/api/upload/profile-image", "/profile/edit"]);

/** Whether a request brings a picture: by its path as it was asked for, and the type of its body. */
export function isUpload(pathname: string, contentType: string): boolean {
  return uploadPaths.has(asked(pathname)) && /^multipart\/form-data\b/i.test(contentType);
}

/** The path without what the router's script and slashes at the end add to it. */
const asked = (pathname: string) => pathname.replace(/\.data$/, "").replace(/\/+$/, "");

const tooLarge = () => new HttpError(413, "too_large", "送信されたデータが大きすぎます");

/**
 * The same request with a body no larger than its path takes. A larger declared length is `HttpError` 413: thrown at
 * once, or for an upload when its body is read, so that the screen can say it in its own words. A body without one is
 * counted: past the limit its bytes are dropped, and reading it fails at its end, so that the client has sent
 * everything and can read the answer; past ten times the limit it fails at once.
 */
export function limitBody(request: Request, pathname: string): Request {
  if (!request.body) return request;
  const uploads = isUpload(pathname, request.headers.get("Content-Type") ?? "");
  const textLimit = smallPaths.has(asked(pathname)) ? smallLimit : bodyLimit;
  const limit = uploads ? largestPicture + aroundFile : textLimit;
  const declared = request.headers.get("Content-Length");
  if (declared !== null && Number(declared) > limit) {
    if (uploads) return withBody(request, refusing());
    throw tooLarge();
  }
  // A declared length is held by the HTTP parser; only a chunked body has to be counted.
  if (declared !== null) return request;
  let taken = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        taken += chunk.byteLength;
        if (taken > 10 * limit) controller.error(tooLarge());
        else if (taken <= limit) controller.enqueue(chunk);
      },
      flush(controller) {
        if (taken > limit) controller.error(tooLarge());
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
function refusing(): ReadableStream {
  return new ReadableStream(
    {
      pull(controller) {
        controller.error(tooLarge());
      },
    },
    { highWaterMark: 0 },
  );
}
