import { networkOf } from "./client-address.ts";
import type { RequestContext } from "./request-context.ts";

interface CountedRequest {
  request: Request;
  context: RequestContext;
  viewer: { id: string } | null;
  /** The visit's id in a call of the player; a page view has none. */
  body?: { sessionId?: string | undefined };
}

/** Who listens or views, as counting of plays and impressions identifies them. */
export function listenerOfRequest({ request, context, viewer, body }: CountedRequest) {
  return {
    viewer,
    visit: body?.sessionId ?? null,
    network: networkOf(context.address),
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}
