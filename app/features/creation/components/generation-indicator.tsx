import { useEffect, useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { useHasPlayed } from "#app/features/playback/hooks/use-has-played.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { creationFlows } from "../creation-flow.ts";
import type { SeenTask } from "../fetch-tasks.ts";
import { useLatestTask } from "../hooks/use-latest-task.ts";
import { previewFailureMessage } from "../preview-failure-message.ts";
import { indicatorProgress, minutesLeft, shownProgress } from "../simulated-progress.ts";

const tickMs = 1000;

const flowOf = (task: SeenTask) =>
  task.userSessionId.startsWith("v2_") ? creationFlows.v2 : creationFlows.v1;

/**
 * Tells on every other screen that audio is being made (spec 1 §4), and when it is ready, where. Nothing for
 * visitors and on the creation pages, which show the work themselves.
 */
export function GenerationIndicator() {
  const signedIn = Boolean(useRootData()?.user);
  const { pathname } = useLocation();
  const hidden = Object.values(creationFlows).some(({ path }) => path === pathname);
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const [ready, setReady] = useState<SeenTask | null>(null);

  const active = useLatestTask({
    on: signedIn && !hidden,
    onEnd(task) {
      if (task.status === "completed" && task.trackId !== null) void revalidate();
      else if (task.status === "completed") {
        setReady(task);
        show({
          title: "音声プレビューを生成しました",
          description: "確認して投稿できます。",
          tone: "success",
        });
      } else if (task.status === "failed") {
        show(previewFailureMessage(task.errorMessage ?? ""));
      }
    },
  });
  useEffect(() => {
    if (hidden || active) setReady(null);
  }, [hidden, active]);

  if (active) return <Working key={active.id} task={active} />;
  return ready && <Ready task={ready} onClose={() => setReady(null)} />;
}

/** In a corner where neither navigation and player nor toasts stand for long. */
function usePlace(): string {
  const hasSound = useHasPlayed();
  return classNames(
    "fixed right-4 z-20 flex w-64 max-w-[calc(100vw-2rem)] items-center rounded-card border border-line bg-surface text-sm shadow-floating animate-appear rail:right-auto rail:left-28 wide:left-58",
    hasSound
      ? "bottom-[calc(68px+7.25rem+env(safe-area-inset-bottom))] rail:bottom-28 panel:bottom-6"
      : "bottom-[calc(80px+env(safe-area-inset-bottom))] rail:bottom-6",
  );
}

function Working({ task }: { task: SeenTask }) {
  const shown = useShownProgress(task);
  const left = minutesLeft(shown);
  return (
    <aside aria-label="音声生成の進み具合" className={usePlace()}>
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

function Ready({ task, onClose }: { task: SeenTask; onClose: () => void }) {
  return (
    <aside aria-label="音声生成のお知らせ" className={usePlace()}>
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

/** The table's value by the time that has passed, the server's where it is higher; never back. */
function useShownProgress(task: SeenTask): number {
  const { elapsedMs, progress } = task;
  const [shown, setShown] = useState(() =>
    shownProgress({ before: 0, simulated: indicatorProgress(elapsedMs), reported: progress }),
  );
  useEffect(() => {
    const since = performance.now();
    const move = () => {
      const simulated = indicatorProgress(elapsedMs + performance.now() - since);
      setShown((before) => shownProgress({ before, simulated, reported: progress }));
    };
    move();
    const tick = setInterval(move, tickMs);
    return () => clearInterval(tick);
  }, [elapsedMs, progress]);
  return shown;
}
