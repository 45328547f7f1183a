import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

export interface SwitchState {
  isOn: boolean;
  /** For how many it is on; 0 where nobody counts. */
  count: number;
}

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
  /** The loader's object that `given` was read from: another one is newer and wins over an answer before it. */
  source: object;
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
  const { given, source } = options;
  const { revalidate } = useRevalidator();
  const [wish, setWish] = useState<boolean | null>(null);
  const [answer, setAnswer] = useState<{ after: object; state: SwitchState } | null>(null);
  const latestSource = useRef(source);
  const latestWish = useRef<boolean | null>(null);
  useEffect(() => {
    latestSource.current = source;
  }, [source]);

  const known = answer?.after === source ? answer.state : given;
  const want = (next: boolean | null) => {
    latestWish.current = next;
    setWish(next);
  };
  const work = async (first: boolean) => {
    let changed: SwitchState | null = null;
    let sent: boolean;
    let next: boolean | null = first;
    let last: Switched;
    do {
      sent = next;
      last = await options.send(sent);
      changed = last.state ?? changed;
      next = latestWish.current;
    } while (next !== null && next !== sent);
    want(null);
    if (changed) setAnswer({ after: latestSource.current, state: changed });
    if (last.state) options.onDone?.(sent);
    else options.onRefused?.(sent, last.status);
    if (changed) await revalidate();
  };

  const isOn = wish ?? known.isOn;
  const change = isOn === known.isOn ? 0 : isOn ? 1 : -1;
  return {
    isOn,
    count: Math.max(0, known.count + change),
    toggle() {
      const isIdle = latestWish.current === null;
      const next = !(latestWish.current ?? known.isOn);
      want(next);
      if (isIdle) void work(next);
    },
  };
}
