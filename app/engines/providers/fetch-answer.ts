import { EngineError } from "./engine-error.ts";

/** Scripts, verdicts and queries have a few thousand bytes. */
export const maxTextBytes = 1_000_000;

/**
 * `fetch` for services: no redirects, which could lead to an address that no setting names, and at most `maxBytes` after
 * decompression. Throws `EngineError`: `rejected` (redirect), `unusable` (too much, also while reading).
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

export function engineErrorIn(error: unknown): EngineError | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (inner instanceof EngineError) return inner;
  return null;
}
