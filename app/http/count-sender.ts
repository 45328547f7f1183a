import { networkOf } from "./rate-limit.ts";
import type { RequestContext } from "./request-context.ts";

interface Visit {
  request: Request;
  context: RequestContext;
  viewer: { id: string } | null;
  /** As the device named the visit in a call; who opens a page has no such name. */
  body?: { sessionId?: string | undefined };
}

/** What counting knows of whoever makes a call or opens a page. */
export function countSender({ request, context, viewer, body }: Visit) {
  return {
    viewer,
    visit: body?.sessionId ?? null,
    network: networkOf(context.address),
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}
