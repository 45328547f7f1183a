import { setTimeout as delay } from "node:timers/promises";
import { LimitReached, rateLimitMessage } from "#app/features/domain-error.ts";
import { closing } from "#app/shutdown-signals.server.ts";
import { adminTopics, heartbeatMs, memberTopics, type Topic } from "../topics.ts";
import { subscribeTo } from "./publish.server.ts";

/** Simultaneous changes cause one event. */
const minIntervalMs = 250;
/** Per person and process. */
const maxStreams = 8;
const retryAfterS = 60;

const streams = new Map<string, number>();

interface EventStreamOptions {
  /** An approved member, somebody in the console, or both. */
  userId: string | null;
  adminId: string | null;
  isSignedIn: () => Promise<boolean>;
  countUnread: (user: { userId: string }) => Promise<number>;
  signal: AbortSignal;
}

/**
 * A browser's one stream of server-sent events. It tells the topics that its owner may watch: at once, after each change,
 * and after each reconnection to the other processes:
 *
 * - `{"count":3}` without a name: the unread notifications.
 * - `topics`, once: what this stream carries.
 * - `change`: the topics that have changed, without their state.
 * - `heartbeat`: nothing has changed for 25 seconds.
 *
 * It ends when `isSignedIn` returns false, when `signal` aborts, and when the server stops. Throws `LimitReached` beyond
 * eight streams of one person.
 */
export function openEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const aborted = AbortSignal.any([options.signal, ended.signal, closing]);
  const news = collectNews(options, aborted);
  const end = () => ended.abort();
  const events = writeEvents({ ...options, news, aborted, end });
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

const topicsOf = (person: { userId: string | null; adminId: string | null }): Topic[] => [
  ...(person.userId === null ? [] : memberTopics),
  ...(person.adminId === null ? [] : adminTopics),
];

interface News {
  changed: Set<Topic>;
  /** Called after each change of a topic or the session, and at the end. */
  onChange: () => void;
}

/** Counts the stream until `aborted`: a disconnected client pulls no event, so that the generator would never end. */
function collectNews({ userId, adminId }: EventStreamOptions, aborted: AbortSignal): News {
  const allowed = topicsOf({ userId, adminId });
  const news: News = { changed: new Set(allowed), onChange: () => {} };
  if (aborted.aborted) return news;
  const person = userId ?? `admin ${adminId}`;
  const open = streams.get(person) ?? 0;
  if (open >= maxStreams) throw new LimitReached(rateLimitMessage, retryAfterS);
  streams.set(person, open + 1);
  const note = (message: string | null) => {
    for (const topic of allowed) if (message === null || message === topic) news.changed.add(topic);
    news.onChange();
  };
  const unsubscribes = [
    userId === null ? [] : subscribeTo({ userId }, note),
    adminId === null ? [] : subscribeTo("console", note),
  ].flat();
  aborted.addEventListener(
    "abort",
    () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      const left = (streams.get(person) ?? 1) - 1;
      if (left > 0) streams.set(person, left);
      else streams.delete(person);
      news.onChange();
    },
    { once: true },
  );
  return news;
}

async function* writeEvents(
  options: EventStreamOptions & { news: News; aborted: AbortSignal; end: () => void },
): AsyncGenerator<string> {
  const { isSignedIn, news, aborted, end } = options;
  try {
    if (aborted.aborted) return;
    // Prevents a rush: after a restart, clients must not reconnect all at once.
    yield `retry: ${Math.round(2000 + Math.random() * 4000)}\n\n`;
    let isFirst = true;
    while (!aborted.aborted) {
      // Set before the rows are read, so that no change is missed.
      const next = Promise.withResolvers<boolean>();
      news.onChange = () => next.resolve(true);
      if (!(await isSignedIn())) return;
      const changed = [...news.changed];
      news.changed.clear();
      const told = await toEvents(changed, options);
      yield isFirst ? told + toEvent("topics", topicsOf(options)) : told;
      isFirst = false;
      if (aborted.aborted) return;
      const heartbeat = setTimeout(() => next.resolve(false), heartbeatMs);
      const hasChanged = await next.promise;
      clearTimeout(heartbeat);
      if (hasChanged) await delay(minIntervalMs);
    }
  } finally {
    end();
  }
}

async function toEvents(
  changed: readonly Topic[],
  { userId, countUnread }: EventStreamOptions,
): Promise<string> {
  if (changed.length === 0) return toEvent("heartbeat", []);
  const others = changed.filter((topic) => topic !== "unread");
  // Repeat even an unchanged count: a page that marked one as read shows less until it is told.
  const count =
    others.length < changed.length && userId !== null
      ? `data: ${JSON.stringify({ count: await countUnread({ userId }) })}\n\n`
      : "";
  return count + (others.length > 0 ? toEvent("change", others) : "");
}

const toEvent = (name: string, data: readonly Topic[]) => `event:${name}\ndata:${JSON.stringify(data)}\n\n`;
