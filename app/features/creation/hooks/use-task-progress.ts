import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useToast } from "#app/ui/toasts.tsx";
import { stuckAfterMs } from "../audio-task.ts";
import type { CreationFlow } from "../creation-flow.ts";
import { ignoresCompletedTasks, restartedTasks } from "../creation-memory.ts";
import { previewProblem } from "../creation-messages.ts";
import {
  fetchTask,
  fetchTasks,
  isActive,
  killIfStuck,
  type SeenTask,
  TaskCallFailed,
} from "../fetch-tasks.ts";
import { shownProgress } from "../simulated-progress.ts";

/** The bar moves by its table this often (spec 3 §9). */
const tickMs = 2000;
/** Seen this early, a task was started just now and here. */
const freshMs = 5000;

export interface RunningWork {
  taskId: string;
  kind: "script" | "preview";
  progress: number;
  elapsedMs: number;
}

/**
 * Follows running work and returns what its bar shows, in percent: polls as the page's flow says (spec 3 §4) and
 * loads the page anew as soon as the work has ended. Mount it once for each task (`key`).
 */
export function useTaskProgress(o: { flow: CreationFlow; work: RunningWork; paused: boolean }): number {
  const { flow, work, paused } = o;
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const [shown, setShown] = useState(() =>
    shownProgress({
      before: work.elapsedMs < freshMs ? flow.newTaskProgress : 0,
      simulated: flow.simulate(work.elapsedMs),
      reported: work.progress,
    }),
  );
  // The work as it was when this was mounted: later renders bring the same task.
  const [{ taskId, kind, elapsedMs }] = useState(work);
  const [mountedAt] = useState(() => performance.now());

  useEffect(() => {
    if (paused) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const elapsed = () => elapsedMs + performance.now() - mountedAt;
    const move = (reported: number) =>
      setShown((before) => shownProgress({ before, simulated: flow.simulate(elapsed()), reported }));
    const tick = setInterval(() => move(0), tickMs);

    const poll = async () => {
      let pause = flow.poll.everyMs;
      try {
        const task = await ask(flow, { taskId, kind }, signal);
        if (task === "unknown") return;
        if (!task || !isActive(task)) {
          const problem =
            task?.status === "completed" && kind === "preview" && previewProblem(task.errorMessage);
          if (problem) show(problem);
          await revalidate();
        } else {
          move(task.progress);
          if (elapsed() > stuckAfterMs) await killIfStuck(task, signal);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof TaskCallFailed)) throw error;
        // Signed out, or the task is gone: the page says what is now.
        if (error.status === 401 || error.status === 403 || error.status === 404) await revalidate();
        pause = flow.poll.afterErrorMs;
      } finally {
        if (!signal.aborted) timer = setTimeout(poll, pause);
      }
    };
    timer = setTimeout(poll, flow.poll.everyMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
      clearInterval(tick);
    };
  }, [flow, taskId, kind, elapsedMs, mountedAt, paused, revalidate, show]);

  return shown;
}

/**
 * Asks for the task the way of the flow. Scripts are in no list, so they are always asked for by id. `unknown`
 * while a reset has the list ignored; null when the list no longer has the task.
 */
async function ask(
  flow: CreationFlow,
  work: { taskId: string; kind: "script" | "preview" },
  signal: AbortSignal,
): Promise<SeenTask | null | "unknown"> {
  if (flow.poll.ask === "task" || work.kind === "script") return fetchTask(work.taskId, signal);
  if (ignoresCompletedTasks()) return "unknown";
  const restarted = restartedTasks();
  const tasks = (await fetchTasks(signal)).filter(({ id }) => !restarted.includes(id));
  return tasks.find(({ id }) => id === work.taskId) ?? null;
}
