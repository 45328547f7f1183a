import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";

interface LiveRefreshProps {
  /** Reloads the page without JavaScript (s). */
  seconds: number;
  /** With JavaScript, loads the data without news of the console's work (s). */
  atLeastEvery?: number;
}

/** Loads the data anew when generations, uploads or bulk runs go on, but never while somebody types or answers a question. */
export function LiveRefresh({ seconds, atLeastEvery }: LiveRefreshProps) {
  useConsoleNews(atLeastEvery);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}

/** The part of `LiveRefresh` that needs scripts. */
export const useConsoleNews = (atLeastEvery = 30): void =>
  useRevalidateOn("console", { atLeastEveryMs: atLeastEvery * 1000, isBusy });

/** Whether new rows would disturb the operator. */
function isBusy(): boolean {
  if (document.hidden || document.activeElement?.matches("input:not([type=checkbox]), textarea, select"))
    return true;
  return document.querySelector("[role=dialog]:popover-open, dialog[open], [name=ids]:checked") !== null;
}
