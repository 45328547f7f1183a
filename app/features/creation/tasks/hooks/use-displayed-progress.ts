import { useEffect, useState } from "react";
import { displayedProgress } from "../simulated-progress.ts";

/** The simulated progress moves this often (ms). */
const tickMs = 1000;

/**
 * What a task's bar shows, in percent: the simulated progress, or the reported one where it is higher; it never falls. `initial`:
 * where it begins. Mount it once for each task (`key`).
 */
export function useDisplayedProgress(o: {
  task: { elapsedMs: number; progress: number };
  simulate: (elapsedMs: number) => number;
  initial?: number;
}): number {
  const { task, simulate, initial = 0 } = o;
  const { elapsedMs, progress: reported } = task;
  const [shown, setShown] = useState(() =>
    displayedProgress({ before: initial, simulated: simulate(elapsedMs), reported }),
  );
  useEffect(() => {
    const startedAt = performance.now();
    const update = () => {
      const simulated = simulate(elapsedMs + performance.now() - startedAt);
      setShown((before) => displayedProgress({ before, simulated, reported }));
    };
    update();
    const tick = setInterval(update, tickMs);
    return () => clearInterval(tick);
  }, [elapsedMs, reported, simulate]);
  return shown;
}
