import type { IncomingMessage } from "node:http";

/** Whether a request only reports what somebody listens to: a play, an impression or a history entry. */
export function isListenEvent({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  return (
    method === "POST" &&
    /^\/api\/(tracks\/\d{1,10}\/increment-(play|impression)-count|listening-history)(\?|$)/.test(url)
  );
}
