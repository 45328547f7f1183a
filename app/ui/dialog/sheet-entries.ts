import { type ToggleEventHandler, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { hidePopover } from "./hide-popover.ts";

// Each open sheet has an entry of its own in the browser's history, so that Back closes it. These entries lie after their
// page's, have its address and state, and say in `sheets` how many sheets are open there. The router does not know them: it
// would run loaders and move the page. The rule that `settle` keeps: the present entry has as many sheets as are open.

/** What the router and this module keep in `history.state`. */
interface Entry {
  /** The router's, of the page. */
  key?: string;
  sheets?: number;
}

/** Closes each open sheet, in order of opening. */
const sheets: (() => void)[] = [];

/** Changes of the history by the router, which have to begin at a page's entry. */
const waiting: (() => void)[] = [];

/** The browser goes to another entry, and will tell when it is there. */
let isTravelling = false;

/** The present entry, and while an event tells of another one, that before it. */
let present: Entry | null = null;

const depthOf = (entry: Entry | null): number => entry?.sheets ?? 0;

/** While `isOpen`, the browser's Back calls `close` instead of leaving the page. For what covers the page, not for small menus. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  // Back would leave the page if a sheet were seen before its entry is there.
  useLayoutEffect(() => (isOpen ? addSheetEntry(() => onBack()) : undefined), [isOpen]);
}

/** As `useBackCloses`, for a native popover: its `onBeforeToggle`. */
export function useBackClosesPopover(): ToggleEventHandler<HTMLElement> {
  const closed = useRef<() => void>(undefined);
  // A popover that goes with its page closes without an event.
  useEffect(() => () => closed.current?.(), []);
  return ({ newState, currentTarget: popover }) => {
    closed.current?.();
    closed.current = newState === "open" ? addSheetEntry(() => hidePopover(popover)) : undefined;
  };
}

/** As `useBackCloses`, for a sheet that has just opened. Call what it returns when the sheet has been closed, by whatever. */
function addSheetEntry(close: () => void): () => void {
  sheets.push(close);
  // Not at once: one sheet may open in the other's place.
  queueMicrotask(settle);
  return () => {
    const index = sheets.indexOf(close);
    if (index >= 0) sheets.splice(index, 1);
    queueMicrotask(settle);
  };
}

/** Call it before the router listens to the browser's history. */
export function installSheetEntries(): void {
  for (const method of ["pushState", "replaceState"] as const) {
    history[method] = (...entry) => {
      waiting.push(() => History.prototype[method].apply(history, entry));
      // Who follows a link in a sheet has left it, and comes back to the page without it.
      if (method === "pushState") closeAbove(0);
      settle();
    };
  }
  window.addEventListener("popstate", onTravelled, { capture: true });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isTravelling = false;
    closeAbove(0);
    settle();
  });
  present = history.state;
  // A reload, or the way back from another document: nothing is open by now.
  settle();
}

function onTravelled(event: PopStateEvent): void {
  const from = present;
  const wasTravelling = isTravelling;
  const to: Entry | null = event.state;
  const depth = depthOf(to);
  present = to;
  isTravelling = false;
  if (to?.key !== from?.key || depth + depthOf(from) === 0) {
    closeAbove(0);
  } else {
    event.stopImmediatePropagation();
    if (!wasTravelling) {
      closeAbove(depth);
      // Forward, to a sheet that was closed: what lies behind it was reached from there. Old browsers go back to the page.
      if (depth > depthOf(from) && window.navigation?.canGoForward) travel(1);
    }
  }
  settle();
}

function closeAbove(depth: number): void {
  for (const close of sheets.splice(depth).reverse()) close();
}

function travel(delta: number): void {
  isTravelling = true;
  history.go(delta);
}

function settle(): void {
  if (isTravelling) return;
  const depth = depthOf(history.state);
  const wanted = waiting.length > 0 ? 0 : sheets.length;
  if (depth > wanted) {
    travel(wanted - depth);
    return;
  }
  for (const change of waiting.splice(0)) change();
  for (let next = depthOf(history.state) + 1; next <= sheets.length; next++) {
    History.prototype.pushState.call(history, { ...history.state, sheets: next }, "");
  }
  present = history.state;
}
