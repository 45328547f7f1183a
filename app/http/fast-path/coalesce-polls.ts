import type { IncomingMessage } from "node:http";
import { batchEvery } from "#app/lib/batch.ts";

const pathPattern = /^\/api\/notifications\/unread-count(?:\?|$)/;

/** A request that every open page may make every five seconds. */
export const isPoll = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean =>
  method === "GET" && pathPattern.test(url);

/** A lone request finds cold processor caches and takes as long as several in a row (docs/decisions/0054-polling.md). */
const roundMs = 250;

/** Delays polls, so that they are answered together; others go on at once. */
export function coalescePolls<Request extends Pick<IncomingMessage, "method" | "url">, Response>(
  next: (request: Request, response: Response) => void,
): (request: Request, response: Response) => void {
  const wait = batchEvery<{ request: Request; response: Response }>(roundMs, (polls) => {
    for (const { request, response } of polls) next(request, response);
  });
  return (request, response) => {
    if (isPoll(request)) wait({ request, response });
    else next(request, response);
  };
}
