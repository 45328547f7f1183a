import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/** Renders as Mugen does, whole and with its length, so that the difference is what the pages hold. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
    onAllReady() {
      const body = new PassThrough();
      resolve(buffer(body));
      pipe(body);
    },
    onShellError: reject,
  });
  const html = await promise;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(html.byteLength));
  return new Response(new Uint8Array(html), { status, headers });
}
