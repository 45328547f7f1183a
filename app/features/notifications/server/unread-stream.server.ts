import { setTimeout as delay } from "node:timers/promises";
import { LimitReached } from "#app/features/domain-error.ts";
import { tooOften } from "#app/features/too-often.ts";
import { closing } from "#app/stopping.server.ts";
import { watchSessions, watchUnread } from "#db/notify.ts";
import { countUnread } from "./count-unread.server.ts";

/** A line that says nothing keeps proxies from ending the connection, and finds out whose session has ended. */
const heartbeatMs = 25_000;
/** Between two looks: a crowd that likes at the same moment is told of once. */
const restMs = 250;
/** Devices of one member that may listen at the same time, at this process. */
const mostStreams = 8;
const tryAgainS = 60;

const streams = new Map<string, number>();

/**
 * The count of what a member has not read, as an event stream: at once, and whenever it changes. It ends when `isIn` says
 * that the session is over, when `signal` aborts, and when the server stops. Throws `LimitReached` beyond eight streams of
 * one member.
 */
export function openUnreadStream(options: {
  userId: string;
  isIn: () => Promise<boolean>;
  signal: AbortSignal;
}): ReadableStream<Uint8Array> {
  const { userId, isIn, signal } = options;
  const ended = new AbortController();
  const over = AbortSignal.any([signal, ended.signal, closing]);
  const place = takePlace(userId, over);
  const end = () => ended.abort();
  const events = tellUnread({ userId, isIn, over, place, end });
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

/** What a stream holds until it is over. */
interface Place {
  /** Called when something has changed, and at the end. */
  wake: () => void;
}

/**
 * Counts one stream more of the member, and listens for it. Both end when `over` aborts, even where nobody reads the stream
 * any more: whoever has left does not ask for another event.
 */
function takePlace(userId: string, over: AbortSignal): Place {
  const place: Place = { wake: () => {} };
  if (over.aborted) return place;
  const open = streams.get(userId) ?? 0;
  if (open >= mostStreams) throw new LimitReached(tooOften, tryAgainS);
  streams.set(userId, open + 1);
  const moved = () => place.wake();
  const stops = [watchUnread(userId, moved), watchSessions(userId, moved)];
  over.addEventListener(
    "abort",
    () => {
      for (const stop of stops) stop();
      const left = (streams.get(userId) ?? 1) - 1;
      if (left > 0) streams.set(userId, left);
      else streams.delete(userId);
      moved();
    },
    { once: true },
  );
  return place;
}

async function* tellUnread(options: {
  userId: string;
  isIn: () => Promise<boolean>;
  over: AbortSignal;
  place: Place;
  end: () => void;
}): AsyncGenerator<string> {
  const { userId, isIn, over, place, end } = options;
  let told: number | null = null;
  try {
    if (over.aborted) return;
    // When the server has gone, a thousand pages do not come back at the same moment.
    yield `retry: ${Math.round(2000 + Math.random() * 4000)}\n\n`;
    while (!over.aborted) {
      // From here on nothing is missed.
      const next = Promise.withResolvers<void>();
      place.wake = next.resolve;
      if (!(await isIn())) return;
      const count = await countUnread({ userId });
      yield count === told ? ":\n\n" : `data: ${JSON.stringify({ count })}\n\n`;
      told = count;
      if (over.aborted) return;
      const heartbeat = setTimeout(next.resolve, heartbeatMs);
      await next.promise;
      clearTimeout(heartbeat);
      await delay(restMs);
    }
  } finally {
    end();
  }
}
