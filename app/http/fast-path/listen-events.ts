import type { IncomingMessage } from "node:http";

/** Whether a request only reports what somebody listens to: a play, an impression, a history entry or a playback. */
export function isListenEvent({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  if (method === "PUT") return /^\/api\/user\/playback(\?|$)/.test(url);
  return (
    method === "POST" &&
    /^\/api\/(tracks\/\d{1,10}\/increment-(play|impression)-count|listening-history)(\?|$)/.test(url)
  );
}
