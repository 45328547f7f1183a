import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";

interface ToggleState {
  isOn: boolean;
  count: number;
}

interface ToggleUpdates {
  /** Not confirmed yet: the wanted state, and the one before. */
  pending: { isOn: boolean; before: ToggleState } | null;
  /** The server's last response and its order; `count`: null if the response has none. */
  confirmed: { state: { isOn: boolean; count: number | null }; at: number } | null;
}

interface ToggleStore {
  get(): ToggleUpdates;
  set(changes: Partial<ToggleUpdates>): void;
  subscribe(listener: () => void): () => void;
}

const noUpdates: ToggleUpdates = { pending: null, confirmed: null };

function createToggleStore(): ToggleStore {
  const listeners = new Set<() => void>();
  let updates = noUpdates;
  return {
    get: () => updates,
    set(changes) {
      updates = { ...updates, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One store per id, shared by all components. Only in the browser. */
export function createToggleStores(): (id: number) => ToggleStore {
  const stores = new Map<number, ToggleStore>();
  return (id) => {
    const known = stores.get(id) ?? createToggleStore();
    stores.set(id, known);
    return known;
  };
}

/** Loader data first seen before a response is older than it. */
let confirmationCount = 0;
const seen = new WeakMap<object, number>();

export function nextConfirmation(): number {
  confirmationCount += 1;
  return confirmationCount;
}

/**
 * The state to show: the wanted one during a request, else the newer of the last response and `given`, which the loader's
 * object `source` provided. Without `source` every response is newer.
 */
export function currentState(
  { pending, confirmed }: ToggleUpdates,
  given: ToggleState,
  source: object | null,
): ToggleState {
  const seenAt = source ? (seen.get(source) ?? confirmationCount) : 0;
  if (source) seen.set(source, seenAt);
  if (pending) {
    const { isOn, before } = pending;
    const change = isOn === before.isOn ? 0 : isOn ? 1 : -1;
    return { isOn, count: Math.max(0, before.count + change) };
  }
  if (!confirmed || confirmed.at <= seenAt) return given;
  return { isOn: confirmed.state.isOn, count: confirmed.state.count ?? given.count };
}

export interface ToggleResult {
  state: ToggleState | null;
  /** 0 without a response. */
  status: number;
}

export interface ToggleCall {
  method: "POST" | "PATCH" | "DELETE";
  path: string;
  json?: unknown;
  form?: Record<string, string>;
  /** The reply's field with the number, if counted: a reply without it is a failure. */
  countField?: "likeCount" | "followerCount";
}

/** Sends the wanted state. Never throws; the request outlives the page. */
export async function sendToggle(isOn: boolean, call: ToggleCall): Promise<ToggleResult> {
  const { method, path, countField, ...content } = call;
  const { ok, status, body } = await fetchJson(method, path, { ...content, keepalive: true });
  const count = countField ? asRecord(body)[countField] : 0;
  return { state: ok && typeof count === "number" ? { isOn, count } : null, status };
}

interface ToggleOptions {
  given: ToggleState;
  /** The loader's object of `given`: a new one wins over earlier responses; null without a loader. */
  source: object | null;
  /** By default a store of its own. */
  shared?: (() => ToggleStore) | undefined;
  send: (isOn: boolean) => Promise<ToggleResult>;
  onDone?: (isOn: boolean) => void;
  onRejected?: (isOn: boolean, status: number) => void;
}

/** An optimistic toggle: one request at a time, of later clicks only the last; then revalidates the page's data. */
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

/** A toggle's state, whichever component changed it; `isPending` during a request. */
export function useToggleState(
  shared: () => ToggleStore,
  { given, source }: Pick<ToggleOptions, "given" | "source">,
): ToggleState & { isPending: boolean } {
  const updates = useSyncExternalStore(
    (listener) => shared().subscribe(listener),
    () => shared().get(),
    () => noUpdates,
  );
  return { ...currentState(updates, given, source), isPending: updates.pending !== null };
}

interface FetchedToggleOptions {
  call: string | null;
  shared: () => ToggleStore;
  read: (body: Record<string, unknown>) => unknown;
}

const asking = new Set<string>();

/** Fetches a state that no loader has given, unless a response is known. */
export function useFetchedToggle({ call, shared, read }: FetchedToggleOptions): void {
  const ask = useEffectEvent(async (path: string) => {
    const store = shared();
    if (store.get().confirmed || asking.has(path)) return;
    asking.add(path);
    const { ok, body } = await fetchJson("GET", path);
    asking.delete(path);
    const isOn = read(asRecord(body));
    const { pending, confirmed } = store.get();
    // A click in the meantime is newer.
    if (!ok || typeof isOn !== "boolean" || pending || confirmed) return;
    store.set({ confirmed: { state: { isOn, count: null }, at: nextConfirmation() } });
  });
  useEffect(() => {
    if (call !== null) void ask(call);
  }, [call]);
}
