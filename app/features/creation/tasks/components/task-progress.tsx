import { useEffect, useState } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import type { CreationFlow } from "../../creation.ts";
import { malformedPreviewMessage } from "../../creation-messages.ts";
import { ignoresCompletedTasks, loadRestartedTasks } from "../../hooks/creation-storage.ts";
import { fetchTask, fetchTasks, isActive, TaskRequestError, type TaskSummary } from "../hooks/fetch-tasks.ts";
import { displayedProgress } from "../simulated-progress.ts";
import { ProgressCard } from "./progress-card.tsx";

interface TaskProgressProps {
  flow: CreationFlow;
  task: RunningTask;
  paused: boolean;
}

/** The running task: its progress and a button to cancel it. */
export function TaskProgress({ flow, task, paused }: TaskProgressProps) {
  const { shown, isStarted } = useTaskProgress({ flow, task, paused });
  const navigation = useNavigation();
  const cancelling = navigation.formData?.get("intent") === "cancel";
  const isPreview = task.kind === "preview";
  const title = task.isRevision
    ? "音声を直しています"
    : isPreview
      ? "音声を生成しています"
      : "台本を書いています";
  return (
    <ProgressCard
      title={title}
      label={title}
      icon={isPreview ? "voice" : "edit"}
      percent={shown}
      path={flow.path}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 text-sm text-muted">
          {isPreview && !task.isRevision && <p>通常1分〜2分程度かかります</p>}
          <p>このページを離れても処理は続きます。ほかの画面に移動していただけます。</p>
          {task.isRevision && <p>できあがるまで、前の音声を聴けます。中止しても、前の音声は残ります。</p>}
          {isPreview && !task.isRevision && (
            <p>
              {isStarted
                ? "中止しても、使用した1回分は戻りません。"
                : "順番を待っています。始まる前に中止すると、1回分は戻ります。"}
            </p>
          )}
        </div>
        <Form method="post" preventScrollReset className="ml-auto">
          <input type="hidden" name="taskId" value={task.taskId} />
          <Button variant="quiet" name="intent" value="cancel" busy={cancelling} busyLabel="中止しています">
            中止
          </Button>
        </Form>
      </div>
    </ProgressCard>
  );
}

/** The simulated progress is updated this often. */
const tickMs = 2000;
/** A task younger than this was started on this page just now. */
const newTaskMs = 5000;

interface RunningTask {
  taskId: string;
  kind: "script" | "preview";
  progress: number;
  isStarted: boolean;
  isRevision: boolean;
  elapsedMs: number;
}

/**
 * Polls the running task as its flow says, reloads the page's data when the task has ended, and returns what the bar
 * shows, in percent, and whether a worker has begun. Mount it once for each task (`key`).
 */
function useTaskProgress(o: { flow: CreationFlow; task: RunningTask; paused: boolean }): {
  shown: number;
  isStarted: boolean;
} {
  const { flow, task: running, paused } = o;
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const [shown, setShown] = useState(() =>
    displayedProgress({
      before: running.elapsedMs < newTaskMs ? flow.initialProgress : 0,
      simulated: flow.simulateProgress(running.elapsedMs),
      reported: running.progress,
    }),
  );
  const [isStarted, setIsStarted] = useState(running.isStarted);
  // The task as it was at the mount: later renders bring the same one.
  const [{ taskId, kind, elapsedMs }] = useState(running);
  const [mountedAt] = useState(() => performance.now());

  useEffect(() => {
    if (paused) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const elapsed = () => elapsedMs + performance.now() - mountedAt;
    const update = (reported: number) =>
      setShown((before) =>
        displayedProgress({ before, simulated: flow.simulateProgress(elapsed()), reported }),
      );
    const tick = setInterval(() => update(0), tickMs);

    const poll = async () => {
      let delayMs = flow.poll.intervalMs;
      try {
        const task = await fetchFollowedTask(flow, { taskId, kind }, signal);
        if (task === "ignored") return;
        if (!task || !isActive(task)) {
          const problem =
            task?.status === "completed" && kind === "preview" && malformedPreviewMessage(task.errorMessage);
          if (problem) show(problem);
          await revalidate();
        } else {
          update(task.progress);
          setIsStarted(task.workedMs !== null);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof TaskRequestError)) throw error;
        // Signed out, or the task was deleted: the loader knows the current state.
        if (error.status === 401 || error.status === 403 || error.status === 404) await revalidate();
        delayMs = flow.poll.errorDelayMs;
      } finally {
        if (!signal.aborted) timer = setTimeout(poll, delayMs);
      }
    };
    timer = setTimeout(poll, flow.poll.intervalMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
      clearInterval(tick);
    };
  }, [flow, taskId, kind, elapsedMs, mountedAt, paused, revalidate, show]);

  return { shown, isStarted };
}

/**
 * Fetches the task by id, or from the list where the flow says so and the task is a preview (scripts are not listed).
 * `ignored` while a reset forbids reading the list; null when the list does not have the task.
 */
async function fetchFollowedTask(
  flow: CreationFlow,
  followed: { taskId: string; kind: "script" | "preview" },
  signal: AbortSignal,
): Promise<TaskSummary | null | "ignored"> {
  if (flow.poll.endpoint === "task" || followed.kind === "script") return fetchTask(followed.taskId, signal);
  if (ignoresCompletedTasks()) return "ignored";
  const restarted = loadRestartedTasks();
  const tasks = (await fetchTasks(signal)).filter(({ id }) => !restarted.includes(id));
  return tasks.find(({ id }) => id === followed.taskId) ?? null;
}
