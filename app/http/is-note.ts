import type { IncomingMessage } from "node:http";

/** Whether a request only leaves a note of what somebody listens to. */
export function isNote({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  return (
    method === "POST" &&
    /^\/api\/(tracks\/\d{1,10}\/increment-(play|impression)-count|listening-history)(\?|$)/.test(url)
  );
}
