import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { earlyPlayScript } from "#app/features/playback/early-play/early-play-script.server.ts";
import { BufferedResponse } from "#app/http/compression/buffered-response.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { pageScripts, readHandoff } from "#app/http/framework/page-scripts.ts";
import { renderPage } from "#app/http/framework/render-page.server.tsx";
import { logger } from "#app/logger.server.ts";

/**
 * Renders a page as a whole, without streaming: no loader returns promises, and the page works without JavaScript. React
 * renders to one string, which costs much less than its streams, and what the loaders returned follows the markup.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { nonce, refused } = context.get(requestContext);
  // Every page depends on its viewer, so no shared cache may store it. The browser may store a refused form: navigating
  // back to it would otherwise ask people to send the form again.
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", refused ? "private, no-cache" : "private, no-store");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { serverHandoffStream, ...router } = routerContext;
  const data = serverHandoffStream && (await readHandoff(serverHandoffStream));
  const markup = renderPage(<ServerRouter context={router} url={request.url} nonce={nonce} />);
  const late = data === undefined ? "" : pageScripts(router, { nonce, data });
  return new BufferedResponse(Buffer.from(wholePage(markup, { nonce, late })), { status, headers });
}

const startOfHead = "<head>";
const endOfPage = "</body></html>";

/**
 * Adds the script for early clicks before the style sheet, for which a script waits, and `late` at the end. Only in the
 * HTML: hydration skips elements of the head that it does not know and scripts that no component has rendered.
 */
function wholePage(markup: string, { nonce, late }: { nonce: string; late: string }): string {
  const head = markup.indexOf(startOfHead) + startOfHead.length;
  const early = `<script nonce="${nonce}">${earlyPlayScript}</script>`;
  return `<!DOCTYPE html>${markup.slice(0, head)}${early}${markup.slice(head, -endOfPage.length)}${late}${endOfPage}`;
}

/** Logs faults of the server with the request's id; not unknown URLs and disconnected clients. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logger.error({ requestId: context.get(requestContext).requestId, err: error }, "route failed");
};
