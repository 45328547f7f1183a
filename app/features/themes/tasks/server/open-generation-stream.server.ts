import { LimitReached, rateLimitMessage } from "#app/features/domain-error.ts";
import { heartbeatMs } from "#app/features/events/topics.ts";
import { closing } from "#app/shutdown-signals.server.ts";
import { isFinal, type ProgressMessage } from "../progress-message.ts";
import { watchGenerationTask } from "./watch-generation-task.server.ts";

const reconnectMs = 3000;
/** In this process. */
const maxStreams = 20;
const retryAfterS = 60;

let open = 0;

/** Ends the id of the last event: a client that connects again after it has everything. */
const endMark = ".end";

/** `id`: of the last event that a client got (`Last-Event-ID`). */
export function readLastEventId(id: string): { taskId: string; hasEnded: boolean } {
  const hasEnded = id.endsWith(endMark);
  return { taskId: hasEnded ? id.slice(0, -endMark.length) : id, hasEnded };
}

/**
 * Server-sent events: `status`, then `complete` or `error`. Closes with these, when `isSignedIn` returns false, when `signal`
 * aborts and when the server stops. An event's id is the task: a client that connects again names it. Throws `LimitReached`.
 */
export function openGenerationStream(options: {
  taskId: string;
  isSignedIn: () => Promise<boolean>;
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  const { taskId, isSignedIn, signal } = options;
  if (open >= maxStreams) throw new LimitReached(rateLimitMessage, retryAfterS);
  const ended = new AbortController();
  const end = () => ended.abort();
  const encoder = new TextEncoder();
  let isCancelled = false;
  return new ReadableStream({
    start(controller) {
      open += 1;
      const send = (text: string) => {
        if (!ended.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      send(`retry: ${reconnectMs}\n\n`);
      const stopWatching = watchGenerationTask(taskId, {
        onMessages: (messages) => send(messages.map(toEvent).join("")),
        onEnd: end,
      });
      const heartbeat = setInterval(() => {
        send(":\n\n");
        isSignedIn().then((signedIn) => signedIn || end(), end);
      }, heartbeatMs);
      for (const source of [signal, closing]) source.addEventListener("abort", end, { once: true });
      ended.signal.addEventListener("abort", () => {
        open -= 1;
        stopWatching();
        clearInterval(heartbeat);
        for (const source of [signal, closing]) source.removeEventListener("abort", end);
        if (!isCancelled) controller.close();
      });
      if (signal.aborted || closing.aborted) end();
    },
    cancel() {
      isCancelled = true;
      end();
    },
  });
}

function toEvent(message: ProgressMessage): string {
  const type = typeOf(message);
  const id = `${message.taskId}${type === "status" ? "" : endMark}`;
  const trackId = message.details?.trackId;
  const data = { type, ...message, ...(trackId === undefined ? {} : { trackId }) };
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function typeOf(message: ProgressMessage): "status" | "complete" | "error" {
  if (message.stage === "error") return "error";
  return isFinal(message) ? "complete" : "status";
}
