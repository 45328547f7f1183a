import { useEffect, useEffectEvent } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { Topic } from "../topics.ts";
import type { WatchOptions } from "./event-store.ts";

let count = 0;

/** The page then stays as it was. */
export function countFailedLoad(): void {
  count += 1;
}

export const failedLoads = (): number => count;

/** The stream must not compete with the page's load. */
const startDelayMs = 1500;

/** The code is loaded after the page. Returns the function that stops it. */
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

/** Opens the browser's event stream or follows another tab's. `wanted`: what the viewer may watch here. */
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

/** Calls `listener` after changes and connections, and every five seconds while no stream is connected. */
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

/** At most once a second, at least every thirty, five after a failure. `isBusy`: new data must wait, it would disturb. */
export function useRevalidateOn(
  topic: Topic,
  o: { isEnabled?: boolean; atLeastEveryMs?: number; isBusy?: () => boolean } = {},
): void {
  const { isEnabled = true, atLeastEveryMs, isBusy } = o;
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  // A page that is under way would be fetched twice, and only the answer that is thrown away had its message.
  const mustWait = useEffectEvent(() => state !== "idle" || isBusy?.() === true);
  useEffect(() => {
    if (!isEnabled) return;
    // The router hides failures: it keeps the page's data and reports nothing.
    const load = async () => {
      const before = failedLoads();
      await revalidate();
      return failedLoads() === before;
    };
    return withStore(({ loadOn }) => loadOn(topic, load, { atLeastEveryMs, isBusy: () => mustWait() }));
  }, [topic, isEnabled, atLeastEveryMs, revalidate]);
}
