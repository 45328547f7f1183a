import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/** Whole and with its length, as Mugen: only the pages differ. */
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
