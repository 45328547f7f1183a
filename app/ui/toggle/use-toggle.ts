import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import {
  createToggleStore,
  currentState,
  nextConfirmation,
  noUpdates,
  type ToggleState,
  type ToggleStore,
} from "./toggle-store.ts";

/** Result of a request. */
export interface ToggleResult {
  /** State on the server; null when the request failed. */
  state: ToggleState | null;
  /** HTTP status; 0 without a response. */
  status: number;
}

interface ToggleOptions {
  /** State from the page's loader. */
  given: ToggleState;
  /** The loader's object that `given` was read from: a new object wins over earlier responses; null without a loader. */
  source: object | null;
  /** Store shared with other components; one of its own by default. */
  shared?: (() => ToggleStore) | undefined;
  /** Sends the wanted state; never throws. Should outlive the page (`keepalive`). */
  send: (isOn: boolean) => Promise<ToggleResult>;
  /** The last request succeeded. */
  onDone?: (isOn: boolean) => void;
  /** The last request failed; the server's state is shown again. */
  onRejected?: (isOn: boolean, status: number) => void;
}

/**
 * An optimistic toggle: shows the wanted state at once. One request at a time; of the clicks meanwhile only the last is
 * sent. After a change the page's data is revalidated.
 */
export function useToggle(options: ToggleOptions): ToggleState & { toggle: () => void } {
  const { given, source, shared } = options;
  const { revalidate } = useRevalidator();
  const [own] = useState(createToggleStore);
  const state = useToggleState(shared ?? (() => own), { given, source });
  const work = async (store: ToggleStore, first: boolean) => {
    let changed: ToggleState | null = null;
    let sent: boolean;
    let next: boolean | undefined = first;
    let last: ToggleResult;
    do {
      sent = next;
      last = await options.send(sent);
      changed = last.state ?? changed;
      next = store.get().pending?.isOn;
    } while (next !== undefined && next !== sent);
    store.set({ pending: null, ...(changed && { confirmed: { state: changed, at: nextConfirmation() } }) });
    if (last.state) options.onDone?.(sent);
    else options.onRejected?.(sent, last.status);
    if (changed) await revalidate();
  };
  return {
    ...state,
    toggle() {
      const store = shared?.() ?? own;
      const { pending } = store.get();
      const before = pending?.before ?? currentState(store.get(), given, source);
      const isOn = !(pending?.isOn ?? before.isOn);
      store.set({ pending: { isOn, before } });
      if (!pending) void work(store, isOn);
    },
  };
}

/** State of a toggle, whichever component changed it; `isPending` while a request is under way. */
export function useToggleState(
  shared: () => ToggleStore,
  { given, source }: Pick<ToggleOptions, "given" | "source">,
): ToggleState & { isPending: boolean } {
  const news = useSyncExternalStore(
    (listener) => shared().subscribe(listener),
    () => shared().get(),
    () => noUpdates,
  );
  return { ...currentState(news, given, source), isPending: news.pending !== null };
}

interface FetchedToggleOptions {
  /** Path of the call that returns the state; null to fetch nothing. */
  call: string | null;
  shared: () => ToggleStore;
  /** Reads the state from the response body; anything but a boolean is ignored. */
  read: (body: Record<string, unknown>) => unknown;
}

const asking = new Set<string>();

/** Fetches the state of a toggle that no loader has given, unless a response is known already. */
export function useFetchedToggle({ call, shared, read }: FetchedToggleOptions): void {
  const ask = useEffectEvent(async (path: string) => {
    const store = shared();
    if (store.get().confirmed || asking.has(path)) return;
    asking.add(path);
    const { ok, body } = await fetchJson("GET", path);
    asking.delete(path);
    const isOn = read(asRecord(body));
    const { pending, confirmed } = store.get();
    // A click meanwhile is newer.
    if (!ok || typeof isOn !== "boolean" || pending || confirmed) return;
    store.set({ confirmed: { state: { isOn, count: null }, at: nextConfirmation() } });
  });
  useEffect(() => {
    if (call !== null) void ask(call);
  }, [call]);
}
