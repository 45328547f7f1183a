import { useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import {
  createSwitch,
  nextAnswer,
  noNews,
  type SharedSwitch,
  type SwitchState,
  standing,
} from "./shared-switch.ts";

/** What came of asking the server. */
export interface Switched {
  /** As it is now; null when it was not done. */
  state: SwitchState | null;
  /** HTTP status; 0 when no answer came. */
  status: number;
}

interface SwitchOptions {
  /** As the page's loader gave it. */
  given: SwitchState;
  /** The loader's object that `given` was read from: another one is newer and wins over an answer before it; null: none. */
  source: object | null;
  /** Shared with all that shows the same thing; its own unless given. */
  shared?: (() => SharedSwitch) | undefined;
  /** Asks the server; never throws. Should outlive the page (`keepalive`). */
  send: (isOn: boolean) => Promise<Switched>;
  /** The server did what was wished last. */
  onDone?: (isOn: boolean) => void;
  /** The server did not do what was wished last; what it has is shown again. */
  onRefused?: (isOn: boolean, status: number) => void;
}

/**
 * Something on or off that shows at once what was pressed. One request at a time: presses meanwhile wait, and only the
 * last of them is sent. After a change the page's data is loaded anew.
 */
export function useOptimisticSwitch(options: SwitchOptions): SwitchState & { toggle: () => void } {
  const { given, source, shared } = options;
  const { revalidate } = useRevalidator();
  const [own] = useState(createSwitch);
  const state = useSwitch(shared ?? (() => own), { given, source });
  const work = async (store: SharedSwitch, first: boolean) => {
    let changed: SwitchState | null = null;
    let sent: boolean;
    let next: boolean | undefined = first;
    let last: Switched;
    do {
      sent = next;
      last = await options.send(sent);
      changed = last.state ?? changed;
      next = store.get().wish?.isOn;
    } while (next !== undefined && next !== sent);
    store.set({ wish: null, ...(changed && { answer: { state: changed, at: nextAnswer() } }) });
    if (last.state) options.onDone?.(sent);
    else options.onRefused?.(sent, last.status);
    if (changed) await revalidate();
  };
  return {
    ...state,
    toggle() {
      const store = shared?.() ?? own;
      const { wish } = store.get();
      const before = wish?.before ?? standing(store.get(), given, source);
      const isOn = !(wish?.isOn ?? before.isOn);
      store.set({ wish: { isOn, before } });
      if (!wish) void work(store, isOn);
    },
  };
}

/** How a switch stands, whoever pressed it; `isAsking` while the server has not answered. */
export function useSwitch(
  shared: () => SharedSwitch,
  { given, source }: Pick<SwitchOptions, "given" | "source">,
): SwitchState & { isAsking: boolean } {
  const news = useSyncExternalStore(
    (listener) => shared().subscribe(listener),
    () => shared().get(),
    () => noNews,
  );
  return { ...standing(news, given, source), isAsking: news.wish !== null };
}
