import type { Topic } from "../topics.ts";

/** What is watched is asked for this often while no stream tells of it, or the last load of it has failed (ms). */
const askIntervalMs = 5000;
/** A page that begins to watch may have been loaded this long ago (ms): what was told since then is told to it. */
const loadMs = 10_000;

/** Time between two loads of a page's data (ms). */
const minIntervalMs = 1000;
/** News can be lost: a page's data is loaded this often in any case (ms). */
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
  /** False: `listener` is not called while no stream tells of the topic. */
  asksAlone?: boolean | undefined;
  /** For what also changes without an event: `listener` is called this often besides, while the page is visible (ms). */
  atLeastEveryMs?: number | undefined;
}

const watchers = new Set<Watcher>();
/** What the browser's stream tells of; nothing while it is not connected. */
let carried: readonly Topic[] = [];
const latest = new Map<Topic, { at: number; state: unknown }>();
let askTimer: ReturnType<typeof setInterval> | undefined;
let session = new AbortController();

/**
 * Calls `listener` when something of the topic has changed, once after each connection of the stream, and every five seconds
 * while none tells of the topic and the page is visible. `isOutdated`: whether the last news could not be acted on, so that
 * `listener` is called every five seconds, stream or not. Returns the function that ends it.
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
  if (carried.includes(topic) && last && Date.now() - last.at < loadMs)
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

/**
 * Watches a topic to `load` the page's data anew, one load at a time. `load` returns whether it succeeded: a failed one is tried
 * again every five seconds. Returns the function that ends it.
 */
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

/** Tells those who watch a topic that it has changed. */
export function tell(topic: Topic, state: unknown): void {
  latest.set(topic, { at: Date.now(), state });
  for (const watcher of [...watchers]) if (watcher.topic === topic) watcher.listener(state);
}

/** Sets what the stream tells of from now on. */
export function setCarried(topics: readonly Topic[]): void {
  carried = topics;
}

/** What the stream tells of, each with what its last event carried. */
export const carriedStates = (): [topic: Topic, state: unknown][] =>
  carried.map((topic) => [topic, latest.get(topic)?.state]);

const canAsk = () => !session.signal.aborted && document.visibilityState === "visible" && navigator.onLine;

/** Calls those who watch what no stream tells of or what is outdated, unless the page is hidden, offline or signed out. */
export function askForWatched(): void {
  if (!canAsk()) return;
  for (const { topic, listener, asksAlone, isOutdated } of [...watchers])
    if (isOutdated() || (asksAlone && !carried.includes(topic))) listener(undefined);
}

/** Begins anew after `endSession`. The signal aborts with the session. */
export function beginSession(): AbortSignal {
  if (session.signal.aborted) session = new AbortController();
  return session.signal;
}

/** The session has ended: nothing is asked any more, and the stream is closed. */
export const endSession = (): void => session.abort();
