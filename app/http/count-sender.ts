import { networkOf } from "./rate-limit.ts";
import type { RequestContext } from "./request-context.ts";

/** What counting knows of whoever makes a call. */
export function countSender(call: {
  request: Request;
  context: RequestContext;
  viewer: { id: string } | null;
  body: { sessionId?: string | undefined };
}) {
  return {
    viewer: call.viewer,
    visit: call.body.sessionId ?? null,
    network: networkOf(call.context.address),
    userAgent: call.request.headers.get("User-Agent") ?? "",
  };
}
