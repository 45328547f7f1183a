import type { Topic } from "../topics.ts";

/** Polls while no stream carries the topic, or after a failed load. */
const askIntervalMs = 5000;
/** A page may be this old when it begins to watch: it gets the events since then. */
const loadMs = 10_000;

const minIntervalMs = 1000;
/** Events can get lost: data is loaded this often in any case. */
const maxAgeMs = 30_000;

/** `state`: what the event carries; undefined where it has to be asked for. */
type Listener = (state: unknown) => void;

interface Watcher {
  topic: Topic;
  listener: Listener;
  asksAlone: boolean;
  isOutdated: () => boolean;
}

export interface WatchOptions {
  /** False: without a stream, `listener` is not called. */
  asksAlone?: boolean | undefined;
  /** For what also changes without an event: calls `listener` this often besides, while the page is visible. */
  atLeastEveryMs?: number | undefined;
}

const watchers = new Set<Watcher>();
let streamedTopics: readonly Topic[] = [];
const latest = new Map<Topic, { at: number; state: unknown }>();
let askTimer: ReturnType<typeof setInterval> | undefined;
let session = new AbortController();

/**
 * Calls `listener` after each change and after each connection of the stream. On a visible page it also calls it every five
 * seconds while no stream carries the topic, or while `isOutdated`: the last change could not be loaded. Returns the function
 * that stops it.
 */
export function watch(
  topic: Topic,
  listener: Listener,
  o: WatchOptions & { isOutdated?: () => boolean } = {},
): () => void {
  const { asksAlone = true, isOutdated = () => false, atLeastEveryMs } = o;
  const watcher = { topic, listener, asksAlone, isOutdated };
  watchers.add(watcher);
  askTimer ??= setInterval(askForWatched, askIntervalMs);
  const last = latest.get(topic);
  if (streamedTopics.includes(topic) && last && Date.now() - last.at < loadMs)
    queueMicrotask(() => watchers.has(watcher) && listener(last.state));
  const timer = atLeastEveryMs && setInterval(() => canAsk() && listener(undefined), atLeastEveryMs);
  return () => {
    watchers.delete(watcher);
    if (timer) clearInterval(timer);
    if (watchers.size > 0) return;
    clearInterval(askTimer);
    askTimer = undefined;
  };
}

/** One load at a time. One that failed (`false`) runs again after five seconds. Returns the function that stops it. */
export function loadOn(
  topic: Topic,
  load: () => Promise<boolean>,
  o: { atLeastEveryMs?: number | undefined; isBusy?: (() => boolean) | undefined },
): () => void {
  const { atLeastEveryMs = maxAgeMs, isBusy = () => false } = o;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  let isLoading = false;
  let hasFailed = false;
  let isOver = false;
  const later = () => {
    timer ??= setTimeout(attempt, minIntervalMs);
  };
  const attempt = async () => {
    timer = undefined;
    if (isBusy()) return later();
    isWanted = false;
    isLoading = true;
    hasFailed = !(await load());
    isLoading = false;
    if (isWanted && !isOver) later();
  };
  const unwatch = watch(
    topic,
    () => {
      isWanted = true;
      if (timer === undefined && !isLoading) void attempt();
    },
    { atLeastEveryMs, isOutdated: () => hasFailed },
  );
  return () => {
    isOver = true;
    clearTimeout(timer);
    unwatch();
  };
}

/** `state`: see `Listener`. */
export function deliverEvent(topic: Topic, state: unknown): void {
  latest.set(topic, { at: Date.now(), state });
  for (const watcher of [...watchers]) if (watcher.topic === topic) watcher.listener(state);
}

/** The topics of the open stream; none without one. Their watchers need not poll. */
export function setStreamedTopics(topics: readonly Topic[]): void {
  streamedTopics = topics;
}

/** Each with the state of its last event. */
export const streamedStates = (): [topic: Topic, state: unknown][] =>
  streamedTopics.map((topic) => [topic, latest.get(topic)?.state]);

const canAsk = () => !session.signal.aborted && document.visibilityState === "visible" && navigator.onLine;

/** Skips what the stream carries and is up to date. Nothing while the page is hidden, offline or logged out. */
export function askForWatched(): void {
  if (!canAsk()) return;
  for (const { topic, listener, asksAlone, isOutdated } of [...watchers])
    if (isOutdated() || (asksAlone && !streamedTopics.includes(topic))) listener(undefined);
}

/** Allows events again after `endSession`. The signal aborts with the session. */
export function beginSession(): AbortSignal {
  if (session.signal.aborted) session = new AbortController();
  return session.signal;
}

/** Stops polling and closes the stream. */
export const endSession = (): void => session.abort();
