import { type MouseEvent, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { Cover } from "#app/features/tracks/components/cover.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useHasPlayed } from "../hooks/use-has-played.ts";
import { usePlayback } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";
import { useSheets } from "../sheets.ts";
import { PlayButton } from "./play-button.tsx";
import { PlaybackTrouble } from "./playback-trouble.tsx";
import { PlayerCurve } from "./player-curve.tsx";
import { PlayerLike } from "./player-like.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { SkipButton } from "./skip-button.tsx";
import { SpeedButton } from "./speed-button.tsx";

interface DockProps {
  /** The little one, where the bar would be in the way. */
  mini: boolean;
  className?: string;
}

/**
 * The sound that was begun, above the bottom navigation: the bar, or the floating mini-player. Out of the way while the
 * track's own controls are in sight.
 */
export function PlayerDock({ mini, className }: DockProps) {
  const track = usePlayback(({ track }) => track);
  const hasPlayed = useHasPlayed();
  const onStage = useIsOnStage(track?.id);
  if (!track || !hasPlayed) return null;
  const Player = mini ? MiniPlayer : PlayerBar;
  return (
    <section
      aria-label="再生中の音声"
      className={classNames(
        "rounded-card border border-line bg-surface shadow-floating transition-[opacity,transform,visibility]",
        onStage && "invisible translate-y-4 opacity-0",
        className,
      )}
    >
      <Player track={track} />
    </section>
  );
}

function PlayerBar({ track }: { track: PlayableTrack }) {
  return (
    <div className="@container px-3 pt-2 pb-0.5">
      <div className="flex items-center gap-1">
        <OpenPlayer track={track} className="flex min-w-0 flex-1 items-center gap-3 rounded-sm py-0.5">
          <Cover track={track} className="size-[44px] rounded-sm" />
          <span className="min-w-0 flex-1 text-sm leading-snug">
            <span className="block truncate font-bold">{track.title}</span>
            <span className="block truncate text-xs text-muted">{track.posterName}</span>
          </span>
        </OpenPlayer>
        <PlayerLike track={track} className="@max-[15em]:hidden" />
        <PlayButton track={track} size="bar" />
        <SkipButton to="next" className="size-[44px]" />
      </div>
      <PlaybackTrouble trackId={track.id} className="pt-1 text-xs" />
      <div className="flex items-center gap-1">
        <SeekBar track={track} className="min-w-0 flex-1" />
        <span className="-my-1 -mr-2 flex">
          <SpeedButton />
        </span>
      </div>
    </div>
  );
}

/** 120 px wide (spec 1 §9). */
function MiniPlayer({ track }: { track: PlayableTrack }) {
  return (
    <div className="w-[118px] p-[6px]">
      <OpenPlayer track={track} className="block rounded-sm pt-[6px] text-center">
        <PlayerCurve track={track} small className="mx-auto w-[76px]" />
        <span className="block truncate px-1 pt-[6px] text-[min(0.75rem,16px)] leading-normal font-bold">
          {track.title}
        </span>
      </OpenPlayer>
      <div className="flex justify-between">
        <PlayButton track={track} size="bar" />
        <SkipButton to="next" className="size-[44px]" />
      </div>
    </div>
  );
}

/** Opens the full player; without JavaScript and in a new tab, the track's page. */
function OpenPlayer(props: { track: PlayableTrack; className: string; children: React.ReactNode }) {
  const { track, className, children } = props;
  const openSheet = useSheets();
  const press = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openSheet("player");
  };
  return (
    <Link to={track.path} onClick={press} title="プレーヤーを開く" className={className}>
      {children}
      <span className="sr-only">のプレーヤーを開く</span>
    </Link>
  );
}

/** Whether a screen shows controls of its own for the track (`data-stage={id}`) and they are in sight. */
function useIsOnStage(trackId: number | undefined): boolean {
  const { key } = useLocation();
  const [onStage, setOnStage] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have a stage or none
  useEffect(() => {
    const stage = document.querySelector(`main [data-stage="${trackId}"]`);
    if (!stage) return setOnStage(false);
    const observer = new IntersectionObserver((entries) =>
      // The last is how it is now: a busy browser tells several at once.
      setOnStage(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(stage);
    return () => observer.disconnect();
  }, [trackId, key]);
  return onStage;
}
