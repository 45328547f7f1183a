import { useEffect, useState } from "react";
import { shownProgress } from "../shown-progress.ts";

const tickMs = 1000;

/** What a bar shows, in percent. `counted`: the server's report. Mount it once per task (`key`). */
export function useShownProgress(counted: number): number {
  const [shown, setShown] = useState(() => shownProgress({ before: 0, counted, sinceMs: 0 }));
  useEffect(() => {
    const countedAt = performance.now();
    const update = () =>
      setShown((before) => shownProgress({ before, counted, sinceMs: performance.now() - countedAt }));
    update();
    const tick = setInterval(update, tickMs);
    return () => clearInterval(tick);
  }, [counted]);
  return shown;
}
