import type { IncomingMessage } from "node:http";
import { coalescePolls } from "#app/lib/batch.ts";

const pathPattern = /^\/api\/notifications\/unread-count(?:\?|$)/;

/** Whether a request is one that every open page may make every five seconds. */
export const isPoll = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean =>
  method === "GET" && pathPattern.test(url);

/**
 * Time between two rounds of polls. A request that is answered by itself finds the processor's caches empty and takes as long as
 * several that are answered one after another (docs/decisions/0054-polling.md).
 */
const roundMs = 250;

/** Lets polls wait for each other, whole as they came; every other request goes on to `next` at once. */
export function pollsInRounds<Request extends Pick<IncomingMessage, "method" | "url">, Response>(
  next: (request: Request, response: Response) => void,
): (request: Request, response: Response) => void {
  const wait = coalescePolls<{ request: Request; response: Response }>(roundMs, (polls) => {
    for (const { request, response } of polls) next(request, response);
  });
  return (request, response) => {
    if (isPoll(request)) wait({ request, response });
    else next(request, response);
  };
}
