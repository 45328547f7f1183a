import { setTimeout as delay } from "node:timers/promises";
import { LimitReached, rateLimitMessage } from "#app/features/domain-error.ts";
import { closing } from "#app/shutdown-signals.server.ts";
import { subscribeToSessionsEnded, subscribeToUnreadChanges } from "#db/pubsub.ts";
import { countUnread } from "./count-unread.server.ts";

/** Interval of comment lines, which keep proxies from closing the connection, and of session checks. */
const heartbeatMs = 25_000;
/** Minimum time between two counts, so that simultaneous events cause one update. */
const minIntervalMs = 250;
/** Open streams per member and process. */
const maxStreams = 8;
const retryAfterS = 60;

/** Number of open streams by user id. */
const streams = new Map<string, number>();

/**
 * A member's unread count as an event stream: at once, and after each change. It ends when `isSignedIn` returns false, when
 * `signal` aborts, and when the server stops. Throws `LimitReached` beyond eight streams of one member.
 */
export function openUnreadStream(options: {
  userId: string;
  isSignedIn: () => Promise<boolean>;
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  const { userId, isSignedIn, signal } = options;
  const ended = new AbortController();
  const aborted = AbortSignal.any([signal, ended.signal, closing]);
  const subscription = registerStream(userId, aborted);
  const end = () => ended.abort();
  const events = unreadEvents({ userId, isSignedIn, aborted, subscription, end });
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: end,
  });
}

interface ChangeSubscription {
  /** Called after each change of the count or the session, and at the end. */
  onChange: () => void;
}

/**
 * Counts a new stream of the member and subscribes it to changes. Both end when `aborted` aborts: a client that has
 * disconnected pulls no further event.
 */
function registerStream(userId: string, aborted: AbortSignal): ChangeSubscription {
  const subscription: ChangeSubscription = { onChange: () => {} };
  if (aborted.aborted) return subscription;
  const open = streams.get(userId) ?? 0;
  if (open >= maxStreams) throw new LimitReached(rateLimitMessage, retryAfterS);
  streams.set(userId, open + 1);
  const notifyChange = () => subscription.onChange();
  const unsubscribes = [
    subscribeToUnreadChanges(userId, notifyChange),
    subscribeToSessionsEnded(userId, notifyChange),
  ];
  aborted.addEventListener(
    "abort",
    () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      const left = (streams.get(userId) ?? 1) - 1;
      if (left > 0) streams.set(userId, left);
      else streams.delete(userId);
      notifyChange();
    },
    { once: true },
  );
  return subscription;
}

async function* unreadEvents(options: {
  userId: string;
  isSignedIn: () => Promise<boolean>;
  aborted: AbortSignal;
  subscription: ChangeSubscription;
  end: () => void;
}): AsyncGenerator<string> {
  const { userId, isSignedIn, aborted, subscription, end } = options;
  let hasChanged = true;
  try {
    if (aborted.aborted) return;
    // Random, so that clients do not reconnect all at once after a restart.
    yield `retry: ${Math.round(2000 + Math.random() * 4000)}\n\n`;
    while (!aborted.aborted) {
      // Set before counting, so that no change is missed.
      const next = Promise.withResolvers<boolean>();
      subscription.onChange = () => next.resolve(true);
      if (!(await isSignedIn())) return;
      // After a change also a count that was sent before: a page that has marked one read shows less until it is told.
      yield hasChanged ? `data: ${JSON.stringify({ count: await countUnread({ userId }) })}\n\n` : ":\n\n";
      if (aborted.aborted) return;
      const heartbeat = setTimeout(() => next.resolve(false), heartbeatMs);
      hasChanged = await next.promise;
      clearTimeout(heartbeat);
      if (hasChanged) await delay(minIntervalMs);
    }
  } finally {
    end();
  }
}
