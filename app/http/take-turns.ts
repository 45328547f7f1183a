import type { IncomingMessage } from "node:http";

/**
 * Makes a queue for what nobody waits for: one piece of work in each turn of the event loop, so that whatever else comes
 * in has its turn in between.
 */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const takeOne = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(takeOne);
    work?.();
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(takeOne);
  };
}

/** Whether a request only leaves a note of what somebody listens to. */
export function isNote({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  return (
    method === "POST" &&
    /^\/api\/(tracks\/\d{1,10}\/increment-(play|impression)-count|listening-history)(\?|$)/.test(url)
  );
}
