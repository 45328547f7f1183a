import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type { Topic } from "../topics.ts";
import type { WatchOptions } from "./event-store.ts";

let count = 0;

/** Counts a load of the visible page's data that failed, after which the page stayed as it was. */
export function countFailedLoad(): void {
  count += 1;
}

export const failedLoads = (): number => count;

/** The stream is opened this long after the page, so that it does not compete with its load (ms). */
const startDelayMs = 1500;

/** Does something with the code behind these hooks, which is loaded after the page. Returns the function that ends it. */
function withStore(use: (store: typeof import("./event-store.ts")) => () => void): () => void {
  let stop: (() => void) | null = () => {};
  import("./event-store.ts").then(
    (store) => {
      if (stop) stop = use(store);
    },
    () => undefined,
  );
  return () => {
    stop?.();
    stop = null;
  };
}

/**
 * Opens the browser's event stream while `isEnabled`, or follows that of another tab. `wanted`: what the viewer may watch here. Its
 * code is loaded after the page; without it what is watched is asked for every five seconds.
 */
export function useEventStream(wanted: readonly Topic[], isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      import("./connect-events.ts").then(
        ({ connectEvents }) => connectEvents(wanted, left.signal),
        () => undefined,
      );
    }, startDelayMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [wanted, isEnabled]);
}

interface UseEventsOptions extends WatchOptions {
  isEnabled?: boolean;
}

/**
 * Calls `listener` when something of the topic has changed, after each connection of the stream, and every five seconds while
 * none is connected and the page is visible.
 */
export function useEvents(
  topic: Topic,
  listener: (state: unknown) => void,
  { isEnabled = true, asksAlone, atLeastEveryMs }: UseEventsOptions = {},
): void {
  const tell = useEffectEvent(listener);
  useEffect(() => {
    if (!isEnabled) return;
    return withStore(({ watch }) => watch(topic, (state) => tell(state), { asksAlone, atLeastEveryMs }));
  }, [topic, isEnabled, asksAlone, atLeastEveryMs]);
}

/**
 * `useEvents` that loads the page's data anew, at most once a second and at least every thirty; what could not be loaded is tried
 * again every five. `isBusy`: whether new data would get in somebody's way now; it is loaded afterwards then.
 */
export function useRevalidateOn(
  topic: Topic,
  o: { isEnabled?: boolean; atLeastEveryMs?: number; isBusy?: () => boolean } = {},
): void {
  const { isEnabled = true, atLeastEveryMs, isBusy } = o;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isEnabled) return;
    // The router keeps the page's data when a load fails and reports nothing.
    const load = async () => {
      const before = failedLoads();
      await revalidate();
      return failedLoads() === before;
    };
    return withStore(({ loadOn }) => loadOn(topic, load, { atLeastEveryMs, isBusy }));
  }, [topic, isEnabled, atLeastEveryMs, isBusy, revalidate]);
}
