import { type ToggleEventHandler, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { hidePopover } from "./hide-popover.ts";

// Each open sheet has a history entry, so that Back closes it. These entries follow their page's, have its address and
// state, and count in `sheets` how many sheets are open there. The router must not know them: it would run loaders and move the
// page. `settle` keeps the rule: the present entry has as many sheets as are open.

/** `history.state`, of the router and this module. */
interface Entry {
  /** The router's, of the page. */
  key?: string;
  sheets?: number;
}

const sheets: (() => void)[] = [];

/** The router's changes of the history, which must begin at a page's entry. */
const waiting: (() => void)[] = [];

/** The browser is on its way to another entry, and will tell. */
let isTravelling = false;

/** The present entry; during an event about another one, the one before. */
let present: Entry | null = null;

const depthOf = (entry: Entry | null): number => entry?.sheets ?? 0;

/** While `isOpen`, Back calls `close` instead of leaving the page. For what covers the page, not for small menus. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  // If a sheet were seen before its entry is there, Back would leave the page.
  useLayoutEffect(() => (isOpen ? addSheetEntry(() => onBack()) : undefined), [isOpen]);
}

/** `useBackCloses` for a native popover: its `onBeforeToggle`. */
export function useBackClosesPopover(): ToggleEventHandler<HTMLElement> {
  const closed = useRef<() => void>(undefined);
  // A popover that goes with its page closes without an event.
  useEffect(() => () => closed.current?.(), []);
  return ({ newState, currentTarget: popover }) => {
    closed.current?.();
    closed.current = newState === "open" ? addSheetEntry(() => hidePopover(popover)) : undefined;
  };
}

/** `useBackCloses` for a sheet just opened. Call the result when it has been closed, by whatever. */
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
      // A link in a sheet leaves it; Back leads to the page without it.
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
      // Forward, to a closed sheet: what lies behind it was reached from there. Old browsers go back to the page.
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
