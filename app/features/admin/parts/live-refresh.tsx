import { Link, useActionData, useLocation } from "react-router";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";

interface LiveRefreshProps {
  /** Reloads the page without JavaScript (s); null for never. */
  seconds: number | null;
  /** With JavaScript, loads the data without news of the console's work (s). */
  atLeastEvery?: number;
}

const paused = "off";

/**
 * Loads the data anew when generations, uploads or bulk runs go on, but never while somebody types or answers a question.
 * Without JavaScript nobody knows that: a link stops the reloading, and the answer to a form stays.
 */
export function LiveRefresh({ seconds, atLeastEvery }: LiveRefreshProps) {
  useConsoleNews(atLeastEvery);
  const isAnswer = useActionData() !== undefined;
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isPaused = query.get("refresh") === paused;
  if (isPaused) query.delete("refresh");
  else query.set("refresh", paused);
  if (seconds === null || isAnswer) return null;
  return (
    <noscript>
      {!isPaused && <meta httpEquiv="refresh" content={String(seconds)} />}
      <p className="text-sm text-muted">
        {isPaused ? "自動更新を止めています。" : `${seconds}秒ごとに更新します。`}
        <Link to={`${pathname}?${query}`} className="inline-flex min-h-11 items-center text-accent underline">
          {isPaused ? "自動更新を再開する" : "自動更新を止める"}
        </Link>
      </p>
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
