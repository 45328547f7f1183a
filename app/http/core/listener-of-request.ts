import { networkOf } from "./client-address.ts";
import type { RequestContext } from "./request-context.ts";

interface CountedRequest {
  request: Request;
  context: RequestContext;
  viewer: { id: string } | null;
  /** The visit's id in a player's call; page views have none. */
  body?: { sessionId?: string | undefined };
}

/** Identifies listeners as plays and impressions do. */
export function listenerOfRequest({ request, context, viewer, body }: CountedRequest) {
  return {
    viewer,
    visit: body?.sessionId ?? null,
    network: networkOf(context.address),
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}
