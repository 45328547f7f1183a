import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Mark } from "../shell/mark.tsx";
import { Cover } from "../tracks/cover.tsx";
import { PlayButton } from "./play-button.tsx";
import type { PlayableTrack } from "./playback.ts";
import { PlaybackTrouble } from "./playback-trouble.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { usePlayback } from "./use-player.tsx";

/** The current sound, above the bottom navigation. Nothing until a track was played. */
export function PlayerBar({ className }: { className?: string }) {
  const track = usePlayback(({ track }) => track);
  const onStage = useIsOnStage(track?.id);
  if (!track) return null;
  return (
    <section
      aria-label="再生中の音声"
      className={classNames(
        "rounded-card border border-line bg-surface px-3 pt-2.5 pb-1 shadow-floating transition-[opacity,transform,visibility]",
        onStage && "invisible translate-y-4 opacity-0",
        className,
      )}
    >
      <div className="flex items-center gap-3">
        <Cover track={track} className="size-[44px] rounded-sm" />
        <TrackName track={track} />
        <PlayButton track={track} size="bar" />
      </div>
      <SeekBar track={track} />
    </section>
  );
}

/** Whether a screen shows controls of its own for the track (`data-stage={id}`) and they are in sight. */
function useIsOnStage(trackId: number | undefined): boolean {
  const { key } = useLocation();
  const [onStage, setOnStage] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have a stage or none
  useEffect(() => {
    const stage = document.querySelector(`[data-stage="${trackId}"]`);
    if (!stage) return setOnStage(false);
    const observer = new IntersectionObserver(([entry]) => setOnStage(entry?.isIntersecting ?? false));
    observer.observe(stage);
    return () => observer.disconnect();
  }, [trackId, key]);
  return onStage;
}

/** The current sound beside the content of a wide window. */
export function PlayerPanel({ className }: { className?: string }) {
  const track = usePlayback(({ track }) => track);
  return (
    <aside
      aria-label="プレーヤー"
      className={classNames("flex-col justify-center border-l border-line px-8", className)}
    >
      {track ? (
        <div className="space-y-5 text-center">
          <Cover track={track} large className="mx-auto w-full max-w-60 shadow-floating" />
          <TrackName track={track} large />
          <div>
            <SeekBar track={track} />
            <PlayButton track={track} size="large" className="mx-auto mt-3" />
          </div>
        </div>
      ) : (
        <div className="space-y-4 text-center text-sm text-muted unscripted:hidden">
          <Mark thickness={1.25} className="mx-auto w-40 text-line-strong opacity-60" />
          <p>再生した音声が、ここに表示されます。</p>
        </div>
      )}
    </aside>
  );
}

function TrackName({ track, large }: { track: PlayableTrack; large?: boolean }) {
  return (
    <div className={classNames("min-w-0 flex-1", large ? "space-y-1" : "text-sm leading-snug")}>
      <Link
        to={track.path}
        className={classNames(
          "font-bold hover:underline",
          large ? "line-clamp-4 text-lg text-balance" : "block truncate py-0.5",
        )}
      >
        {track.title}
      </Link>
      <p className="truncate text-xs text-muted">{track.posterName}</p>
      <PlaybackTrouble trackId={track.id} className="text-xs" />
    </div>
  );
}
