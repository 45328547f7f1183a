import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { logger } from "#app/logger.server.ts";
import { BufferedResponse } from "../compression/buffered-response.ts";

type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * A listener of `node:http` for a handler of web requests. `origin`: where the site is reached, when that is not what the
 * `Host` header says. A body that is at hand as a whole is sent with its length and without a stream, which would cost as
 * much as the rest of a short answer. An error becomes 500, unless the client has gone.
 */
export function requestListener(
  handle: (request: Request, client: { address: string }) => Promise<Response>,
  origin: { protocol?: string; host?: string },
): NodeListener {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let request: Request | undefined;
    try {
      request = createRequest(incoming, outgoing, origin);
      const response = await handle(request, { address: incoming.socket.remoteAddress ?? "" });
      if (outgoing.destroyed || request.signal.aborted) return;
      if (response instanceof BufferedResponse) sendBuffered(outgoing, response);
      else await sendResponse(outgoing, response);
    } catch (error) {
      if (outgoing.destroyed || request?.signal.aborted) return;
      logger.error({ err: error }, "request failed");
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { "Content-Type": "text/plain" }).end("Internal Server Error");
    }
  };
  return (incoming, outgoing) => void answer(incoming, outgoing);
}

function sendBuffered(outgoing: ServerResponse, { status, headers, buffer }: BufferedResponse): void {
  const raw = [...headers].flat();
  raw.push("content-length", String(buffer.byteLength));
  outgoing.writeHead(status, raw).end(buffer);
}
