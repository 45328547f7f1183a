import { HttpError } from "./error-response.ts";

/** Largest request body, in bytes, of calls that take text; uploads set their own. */
export const bodyLimit = 256 * 1024;

const tooLarge = () => new HttpError(413, "too_large", "送信されたデータが大きすぎます");

/**
 * The same request with a body that can't grow past `limit` bytes. Throws `HttpError` 413 at once when the
 * declared length is larger; otherwise reading the body fails the moment it passes the limit.
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
        if (taken > limit) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  const init: RequestInit & { duplex: "half" } = { body: counted, duplex: "half" };
  return new Request(request, init);
}
