import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { paintFirst } from "#app/http/paint-first.ts";
import { requestContext } from "#app/http/request-context.ts";
import { logger } from "#app/logger.server.ts";

/** Renders a page whole: no loader of this program returns promises, and a whole page works without JavaScript. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { nonce, refused } = context.get(requestContext);
  // Every page knows who looks at it, so none may be kept by a shared cache. The browser may keep a refused form:
  // the way back to it is not to be asked for again, which a form post never is.
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", refused ? "private, no-cache" : "private, no-store");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { pipe } = renderToPipeableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      onAllReady() {
        const body = new PassThrough();
        resolve(text(body));
        pipe(body);
      },
      onShellError: reject,
    },
  );
  const html = Buffer.from(paintFirst(await promise));
  headers.set("Content-Length", String(html.byteLength));
  return new Response(new Uint8Array(html), { status, headers });
}

/** Faults of ours go to the log with the request's id; wrong addresses and gone clients do not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logger.error({ requestId: context.get(requestContext).requestId, err: error }, "route failed");
};
