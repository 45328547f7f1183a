import { useEffect, useRef, useState } from "react";
import {
  fetchTask,
  fetchTasks,
  isActive,
  killIfStuck,
  type SeenTask,
  TaskCallFailed,
} from "../fetch-tasks.ts";
import { generationStarted } from "../generation-event.ts";

/** The list is asked for this often while a task is active (spec 1 §7). */
const everyMs = 2000;

/**
 * The member's latest task while it is queued or processing, else null (spec 1 §4). Looks once when it is switched
 * on and when a preview is started, and polls only while there is something to see. `onEnd` gets the task as it
 * ended.
 */
export function useLatestTask(o: { on: boolean; onEnd: (task: SeenTask) => void }): SeenTask | null {
  const [active, setActive] = useState<SeenTask | null>(null);
  const followed = useRef<string | null>(null);
  const tell = useRef(o.onEnd);
  useEffect(() => {
    tell.current = o.onEnd;
  });

  useEffect(() => {
    if (!o.on) {
      setActive(null);
      followed.current = null;
      return;
    }
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = async () => {
      clearTimeout(timer);
      try {
        const tasks = await fetchTasks(signal);
        const [latest] = tasks;
        const seen = latest && isActive(latest) ? latest : null;
        const last = followed.current;
        setActive(seen);
        if (last && last !== seen?.id) {
          const ended = tasks.find(({ id }) => id === last) ?? (await fetchIfKept(last, signal));
          // Another look may have told it meanwhile.
          if (ended && followed.current === last) tell.current(ended);
        }
        // Only now: an end that could not be asked for is asked for again.
        if (followed.current === last) followed.current = seen?.id ?? null;
        if (seen) await killIfStuck(seen, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof TaskCallFailed)) throw error;
        // A lost connection is no end of the work; a lost session is the end of looking.
        if (error.status === 401 || error.status === 403) {
          followed.current = null;
          setActive(null);
        }
      } finally {
        if (!signal.aborted && followed.current) timer = setTimeout(look, everyMs);
      }
    };
    void look();
    window.addEventListener(generationStarted, look);
    return () => {
      stop.abort();
      clearTimeout(timer);
      window.removeEventListener(generationStarted, look);
    };
  }, [o.on]);

  return active;
}

/** As `fetchTask`; null when there is no such task any more. */
async function fetchIfKept(taskId: string, signal: AbortSignal): Promise<SeenTask | null> {
  try {
    return await fetchTask(taskId, signal);
  } catch (error) {
    if (error instanceof TaskCallFailed && error.status === 404) return null;
    throw error;
  }
}
