import { EngineError } from "./engine-error.ts";

/** The most that an answer of text may have. Scripts, verdicts and queries have a few thousand bytes. */
export const maxTextBytes = 1_000_000;

/**
 * `fetch` for the answers of a service: it follows no redirect, which could lead to an address that no setting names, and reads at
 * most `maxBytes` after decompression. Whatever goes beyond is aborted, and nothing of it is used.
 *
 * Throws `EngineError`: `rejected` for a redirect, `unusable` for too much, this also while the body is read.
 */
export function fetchAnswer(o: { service: string; maxBytes: number }) {
  const tooMuch = () =>
    new EngineError("unusable", `${o.service}: the answer has more than ${o.maxBytes} bytes`);
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, { ...init, redirect: "manual" });
    const { status, statusText, headers, body } = response;
    if (status >= 300 && status < 400) {
      await body?.cancel();
      const host = URL.parse(headers.get("location") ?? "", response.url)?.host ?? "nowhere";
      throw new EngineError("rejected", `${o.service}: redirects to ${host}, which is not followed`);
    }
    if (!body) return response;
    if (Number(headers.get("content-length") ?? 0) > o.maxBytes) {
      await body.cancel();
      throw tooMuch();
    }
    let bytes = 0;
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          bytes += piece.byteLength;
          if (bytes > o.maxBytes) controller.error(tooMuch());
          else controller.enqueue(piece);
        },
      }),
    );
    return new Response(counted, { status, statusText, headers });
  };
}

/** The `EngineError` that `fetchAnswer` has thrown, out of what a service's own client makes of it; null for any other error. */
export function engineErrorIn(error: unknown): EngineError | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (inner instanceof EngineError) return inner;
  return null;
}
