import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";

interface LiveRefreshProps {
  /** Without JavaScript the page is loaded anew this often (s). */
  seconds: number;
  /** With it, and nothing heard of the console's work, its data is (s). */
  atLeastEvery?: number;
}

/**
 * Loads the page's data anew when the console's work has gone on: generations, uploads and bulk runs. Not while something is typed
 * or asked.
 */
export function LiveRefresh({ seconds, atLeastEvery }: LiveRefreshProps) {
  useConsoleNews(atLeastEvery);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}

/** The part of `LiveRefresh` that works by scripts. */
export const useConsoleNews = (atLeastEvery = 30): void =>
  useRevalidateOn("console", { atLeastEveryMs: atLeastEvery * 1000, isBusy });

/** Whether new rows would get in somebody's way. */
function isBusy(): boolean {
  if (document.hidden || document.activeElement?.matches("input:not([type=checkbox]), textarea, select"))
    return true;
  return document.querySelector("[role=dialog]:popover-open, dialog[open], [name=ids]:checked") !== null;
}
