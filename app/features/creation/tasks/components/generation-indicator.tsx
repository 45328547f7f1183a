import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { useEvents } from "#app/features/events/hooks/use-events.ts";
import { useHasPlayed } from "#app/features/playback/hooks/use-player.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { previewFailureMessage, previewReadyMessage } from "../../audio-task.ts";
import { creationFlows } from "../../creation.ts";
import {
  fetchDailyUsage,
  fetchTask,
  fetchTasks,
  isActive,
  killIfStuck,
  TaskRequestError,
  type TaskSummary,
} from "../hooks/fetch-tasks.ts";
import { useShownProgress } from "../hooks/use-shown-progress.ts";
import { minutesLeft } from "../shown-progress.ts";

const flowOf = (task: TaskSummary) =>
  task.userSessionId.startsWith("v2_") ? creationFlows.v2 : creationFlows.v1;

/** On every screen: audio is being made, then a link to it. Nothing for visitors and on creation pages, which show the task. */
export function GenerationIndicator() {
  const isMember = useRootData()?.isMember ?? false;
  const { pathname } = useLocation();
  const hidden = Object.values(creationFlows).some(({ path }) => path === pathname);
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const [ready, setReady] = useState<TaskSummary | null>(null);

  const active = useLatestTask({
    enabled: isMember && !hidden,
    onEnd(task) {
      if (task.status === "completed" && task.trackId !== null) void revalidate();
      else if (task.status === "completed") {
        setReady(task);
        if (task.revision > 0) return;
        void fetchDailyUsage().then((usage) => show(previewReadyMessage(usage)));
      } else if (task.status === "failed") {
        show(previewFailureMessage(task.errorMessage ?? ""));
      }
    },
  });
  useEffect(() => {
    if (hidden || active) setReady(null);
  }, [hidden, active]);

  if (active) return <RunningIndicator key={active.id} task={active} />;
  return ready && <ReadyIndicator task={ready} onClose={() => setReady(null)} />;
}

/** Free of navigation, player and toasts; depends on whether the player is shown. */
function useIndicatorClassName(): string {
  const hasSound = useHasPlayed();
  return classNames(
    "fixed right-4 z-20 flex w-64 max-w-[calc(100vw-2rem)] items-center rounded-card border border-line bg-surface text-sm shadow-floating animate-appear rail:right-auto rail:left-28 wide:left-58",
    hasSound
      ? "bottom-[calc(68px+7.25rem+env(safe-area-inset-bottom))] rail:bottom-28 panel:bottom-6"
      : "bottom-[calc(80px+env(safe-area-inset-bottom))] rail:bottom-6",
  );
}

function RunningIndicator({ task }: { task: TaskSummary }) {
  const shown = useShownProgress(task.progress);
  const left = minutesLeft(shown);
  return (
    <aside aria-label="音声生成の進み具合" className={useIndicatorClassName()}>
      <Link to={flowOf(task).path} className="block w-full space-y-2 rounded-card px-4 py-3">
        <span className="flex items-center gap-2 font-bold">
          <Icon name="voice" className="animate-breathe text-accent" />
          音声を生成しています
        </span>
        <ProgressBar value={shown} label="音声の生成" className="h-1.5" />
        <span className="flex justify-between text-xs text-muted tabular-nums">
          <span>{left === null ? "まもなく完了" : `残り約${left}分`}</span>
          <span>{shown}%</span>
        </span>
      </Link>
    </aside>
  );
}

function ReadyIndicator({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
  return (
    <aside aria-label="音声生成のお知らせ" className={useIndicatorClassName()}>
      <Link
        to={flowOf(task).path}
        className="flex min-h-11 flex-1 items-center gap-[8px] rounded-card py-[12px] pl-[16px] font-bold text-accent"
      >
        <Icon name="headphones" />
        音声プレビューを確認
      </Link>
      <button
        type="button"
        aria-label="閉じる"
        onClick={onClose}
        className="grid size-[44px] shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** Time between looks at an active task: nobody reports a stuck one (ms). */
const checkIntervalMs = 30_000;

/** While queued or processing, else null. `onEnd` gets it once. */
function useLatestTask(o: { enabled: boolean; onEnd: (task: TaskSummary) => void }): TaskSummary | null {
  const { enabled } = o;
  const [active, setActive] = useState<TaskSummary | null>(null);
  const [isFollowing, setFollowing] = useState(false);
  const followedId = useRef<string | null>(null);
  const looking = useRef<AbortController | null>(null);
  const follow = (taskId: string | null) => {
    followedId.current = taskId;
    setFollowing(taskId !== null);
  };
  const look = useEffectEvent(async () => {
    const signal = looking.current?.signal;
    if (!signal) return;
    try {
      const tasks = await fetchTasks(signal);
      const [latest] = tasks;
      const running = latest && isActive(latest) ? latest : null;
      const last = followedId.current;
      setActive(running);
      if (last && last !== running?.id) {
        const ended = tasks.find(({ id }) => id === last) ?? (await fetchTaskOrNull(last, signal));
        // A concurrent look may have reported it.
        if (ended && followedId.current === last) o.onEnd(ended);
      }
      // After the request: if it fails, the next look repeats it.
      if (followedId.current === last) follow(running?.id ?? null);
      if (running) await killIfStuck(running, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof TaskRequestError)) throw error;
      if (error.status !== 401 && error.status !== 403) return;
      follow(null);
      setActive(null);
    }
  });
  useEvents("tasks", () => void look(), {
    isEnabled: enabled,
    asksAlone: isFollowing,
    atLeastEveryMs: isFollowing ? checkIntervalMs : undefined,
  });
  useEffect(() => {
    if (!enabled) return;
    looking.current = new AbortController();
    void look();
    return () => {
      looking.current?.abort();
      looking.current = null;
      followedId.current = null;
      setFollowing(false);
      setActive(null);
    };
  }, [enabled]);
  return active;
}

async function fetchTaskOrNull(taskId: string, signal: AbortSignal): Promise<TaskSummary | null> {
  try {
    return await fetchTask(taskId, signal);
  } catch (error) {
    if (error instanceof TaskRequestError && error.status === 404) return null;
    throw error;
  }
}
