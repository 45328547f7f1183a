import { HttpError } from "./error-response.ts";

/** Largest request body, in bytes, of calls that take text; uploads set their own. */
const bodyLimit = 256 * 1024;

const tooLarge = () => new HttpError(413, "too_large", "送信されたデータが大きすぎます");

/**
 * The same request with a body of at most `limit` bytes. Throws `HttpError` 413 at once when the declared length
 * is larger. A body without one is counted: past the limit its bytes are dropped, and reading it fails at its end,
 * so that the client has sent everything and can read the answer; past ten times the limit it fails at once.
 */
export function limitBody(request: Request, limit: number = bodyLimit): Request {
  if (!request.body) return request;
  const declared = request.headers.get("Content-Length");
  if (declared !== null && Number(declared) > limit) throw tooLarge();
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
  const init: RequestInit & { duplex: "half" } = { body: counted, duplex: "half" };
  return new Request(request, init);
}
