import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { useAskedBookmark } from "#app/features/playlists/bookmark-switch.ts";
import { BookmarkButton } from "#app/features/playlists/components/bookmark-button.tsx";
import { useTrialTime } from "#app/features/premium/hooks/use-trial-time.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { Count } from "#app/features/tracks/components/track-counts.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import { useShareTrack } from "../hooks/use-share-track.ts";
import { useSwipe } from "../hooks/use-swipe.ts";
import type { PlayableTrack } from "../playback.ts";
import { useSheets } from "../sheets.ts";
import { Marquee } from "./marquee.tsx";
import { PlayButton } from "./play-button.tsx";
import { PlaybackTrouble } from "./playback-trouble.tsx";
import { PlayerCurve } from "./player-curve.tsx";
import { PlayerLike } from "./player-like.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { SkipButton } from "./skip-button.tsx";
import { SpeedButton } from "./speed-button.tsx";

interface FullPlayerProps {
  /** `impressionCount` where it is known. */
  track: PlayableTrack & { impressionCount?: number };
  isLiked?: boolean;
  /** Below the controls. */
  children?: ReactNode;
  className?: string;
}

/**
 * Everything there is to do with the sound. A swipe over the curve or the title leads to the next track and the
 * previous one; the buttons do the same.
 */
export function FullPlayer({ track, isLiked, children, className }: FullPlayerProps) {
  const { leaving, handlers } = useSwipe();
  return (
    <div className={classNames("flex flex-col", className)}>
      <div
        {...handlers}
        data-swipe
        className="flex flex-1 touch-pan-x touch-pinch-zoom flex-col justify-center select-none"
      >
        <div
          className={classNames(
            "transition-[opacity,transform]",
            leaving && "opacity-0",
            leaving === "next" && "-translate-y-6",
            leaving === "previous" && "translate-y-6",
          )}
        >
          {/* A phone on its side has no height to give away: the controls must be in sight. */}
          <div className="relative mx-auto w-full max-w-[min(21rem,45dvh)] px-4 py-6 [@media(max-height:30rem)]:py-1">
            <div className="absolute inset-x-0 inset-y-2 bg-[radial-gradient(closest-side,var(--voice-a-tint),transparent)]" />
            <PlayerCurve track={track} className="relative w-full" />
          </div>
          <div className="text-center">
            <h2 className="text-lg">
              <Link to={track.path} draggable={false} className="block py-1.5 hover:underline">
                <Marquee text={track.title} />
              </Link>
            </h2>
            <p className="text-sm text-muted">
              <Link
                to={track.posterPath}
                draggable={false}
                className="inline-block max-w-full truncate px-3 pt-1.5 pb-3 align-top hover:text-ink hover:underline"
              >
                {track.posterName}
              </Link>
            </p>
          </div>
        </div>
      </div>
      <div data-stage={track.id}>
        <SeekBar track={track} />
        <PlaybackTrouble trackId={track.id} className="pb-2 text-center text-sm" />
        <div className="mx-auto flex max-w-90 items-center justify-between unscripted:justify-center">
          <SpeedButton />
          <SkipButton to="previous" />
          <PlayButton track={track} size="stage" />
          <SkipButton to="next" />
          <PlayerLike
            track={track}
            isLiked={isLiked}
            className="h-[52px] w-[44px] *:size-full *:min-h-0 *:min-w-0"
          />
        </div>
      </div>
      <Tools track={track} />
      <p className="flex flex-wrap justify-center gap-x-5 pt-2 text-xs text-muted">
        <Count icon="headphones" label="再生" value={track.playCount} />
        {track.impressionCount !== undefined && (
          <Count icon="eye" label="表示" value={track.impressionCount} />
        )}
        <TrialTime />
      </p>
      {children}
    </div>
  );
}

/** What is left of the trial, while it is in use. */
function TrialTime() {
  const isDouble = usePlayback(({ rate }) => rate === 2);
  const left = useTrialTime();
  if (!isDouble || left === null) return null;
  return <span className="tabular-nums">2.0倍速 残り{left}</span>;
}

/** What is asked for less often. */
function Tools({ track }: { track: PlayableTrack }) {
  const openSheet = useSheets();
  const isSleepSet = usePlayback(({ sleep }) => sleep !== null);
  const hasQueue = usePlayback(({ queue }) => queue !== null && queue.tracks.length > 1);
  const place = useRef<HTMLUListElement>(null);
  const share = useShareTrack(track);
  useAskedBookmark(track, useRootData()?.isMember ?? false);
  return (
    <div className="@container pt-2">
      <ul
        ref={place}
        className="grid grid-cols-[repeat(auto-fit,minmax(max(3.5rem,30%),1fr))] @[21rem]:grid-cols-6 gap-y-1 text-xs text-muted unscripted:hidden"
      >
        <Tool icon="speed" label="再生速度" onPress={() => openSheet("speed")} />
        <Tool
          icon="moon"
          label={isSleepSet ? "タイマー中" : "スリープ"}
          isOn={isSleepSet}
          onPress={() => openSheet("sleep")}
        />
        <Tool icon="queue" label="次の音声" isOff={!hasQueue} onPress={() => openSheet("queue")} />
        <li>
          <BookmarkButton track={track} className={classNames(toolClass, "*:[svg]:text-[20px]")} />
        </li>
        <Tool
          icon="share"
          label="共有"
          onPress={() => {
            if (place.current) void share(place.current);
          }}
        />
        <li>
          <Link to={track.path} className={toolClass}>
            <Icon name="document" className="text-[20px]" />
            台本
          </Link>
        </li>
      </ul>
    </div>
  );
}

const toolClass =
  "flex min-h-[52px] w-full flex-col items-center justify-center gap-1 rounded-card px-0.5 leading-tight hover:bg-sunken hover:text-ink disabled:opacity-40";

function Tool(props: {
  icon: IconName;
  label: string;
  isOn?: boolean;
  isOff?: boolean;
  onPress: () => void;
}) {
  const { icon, label, isOn, isOff, onPress } = props;
  return (
    <li>
      <button
        type="button"
        disabled={isOff}
        onClick={onPress}
        className={classNames(toolClass, isOn && "text-accent")}
      >
        <Icon name={icon} className="text-[20px]" />
        {label}
      </button>
    </li>
  );
}
