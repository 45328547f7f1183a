import { useEffect } from "react";
import { useRevalidator } from "react-router";

/**
 * Loads the page's data anew every so many seconds: not while the page is hidden, while something is typed or asked, or while
 * it is loading already.
 */
export function useLiveRefresh(seconds: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (state === "idle" && !isBusy()) void revalidate();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate, state, seconds]);
}

/** Whether new rows would get in somebody's way. */
function isBusy(): boolean {
  if (document.hidden || document.activeElement?.matches("input:not([type=checkbox]), textarea, select"))
    return true;
  return document.querySelector("[role=dialog]:popover-open, dialog[open], [name=ids]:checked") !== null;
}

/** `useLiveRefresh` as an element; without JavaScript the browser loads the page anew. */
export function LiveRefresh({ seconds }: { seconds: number }) {
  useLiveRefresh(seconds);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
