import { useEffect, useEffectEvent } from "react";
import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { nextAnswer, type SharedSwitch } from "./shared-switch.ts";

interface AskedSwitch {
  /** The call that knows; null for no question. */
  call: string | null;
  shared: () => SharedSwitch;
  /** Takes from the answer's body whether it is on; anything else than a boolean says nothing. */
  read: (body: Record<string, unknown>) => unknown;
}

const asking = new Set<string>();

/** Asks the server how a switch stands that no loader spoke of, unless the page knows it already. */
export function useAskedSwitch({ call, shared, read }: AskedSwitch): void {
  const ask = useEffectEvent(async (path: string) => {
    const store = shared();
    if (store.get().answer || asking.has(path)) return;
    asking.add(path);
    const { ok, body } = await askServer("GET", path);
    asking.delete(path);
    const isOn = read(asRecord(body));
    const { wish, answer } = store.get();
    // What was pressed meanwhile is newer.
    if (!ok || typeof isOn !== "boolean" || wish || answer) return;
    store.set({ answer: { state: { isOn, count: null }, at: nextAnswer() } });
  });
  useEffect(() => {
    if (call !== null) void ask(call);
  }, [call]);
}
