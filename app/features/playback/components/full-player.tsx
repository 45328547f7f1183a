import { type TouchEvent, useEffect, useRef, useState } from "react";
import { coverColours } from "#app/features/covers/cover-palettes.ts";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRemainingTrial } from "#app/features/premium/hooks/use-speed-trial.ts";
import { useCues, useTurns } from "#app/features/tracks/turns/use-cues.ts";
import { Cached } from "#app/ui/cached.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Count } from "#app/ui/count.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { usePlayback, usePlayer, useTrackPlayback } from "../hooks/use-player.tsx";
import { type PlayableTrack, type Playback, pageOfTrack, seekSeconds } from "../playback.ts";
import { InkInfinity } from "./ink-infinity.tsx";
import { Marquee } from "./marquee.tsx";
import { PlayButton } from "./play-button.tsx";
import { PlaybackNotice } from "./playback-notice.tsx";
import { PlayerLikeButton, SeekButton, SkipButton } from "./player-buttons.tsx";
import { PlayerTools } from "./player-tools.tsx";
import { SeekBar } from "./seek-bar.tsx";

interface FullPlayerProps {
  track: PlayableTrack;
  isLiked?: boolean;
  /** Unlike that of the page's player where it is drawn beside it. */
  brushId?: string;
  className?: string;
}

/** The player with all controls. A swipe up on the curve or title plays the next track, a swipe down the previous one. */
export function FullPlayer({ className, ...props }: FullPlayerProps) {
  const content = { ...props, isSold: useIsPremiumSold() };
  const layout = classNames("flex flex-col", className);
  return <Cached as="div" className={layout} of={Content} props={content} usesLocation />;
}

interface ContentProps extends Omit<FullPlayerProps, "className"> {
  isSold: boolean;
}

function Content({ track, isLiked, brushId = "ink-brush", isSold }: ContentProps) {
  const { leaving, handlers } = useSwipe();
  const turns = useTurns(track, useCues(track.id, useTrackPlayback(track.id, isPlayed)));
  const colours = coverColours(track.labels);
  return (
    <>
      <div {...handlers} data-swipe className="player-swipe">
        <div
          style={{ "--cover": colours.line, "--cover-ground": colours.background }}
          className={classNames(
            "player-sheet relative transition-[opacity,transform]",
            leaving && "opacity-0",
            leaving === "next" && "-translate-y-6",
            leaving === "previous" && "translate-y-6",
          )}
        >
          <InkInfinity track={track} turns={turns} brushId={brushId} />
          <div className="text-center">
            <h2 className="player-title">
              <PlainLink to={pageOfTrack(track)} draggable={false} className="block py-1.5 hover:underline">
                <Marquee text={track.title} />
              </PlainLink>
            </h2>
            <p className="text-sm text-muted">
              <PlainLink to={track.posterPath} draggable={false} className="player-author">
                {track.posterName}
              </PlainLink>
            </p>
          </div>
        </div>
      </div>
      <div data-track-controls={track.id}>
        <SeekBar track={track} />
        {track.isExcerpt && (
          // Where nothing is sold there is no link. A plain link, because that page has a content security policy of its
          // own.
          <a
            href={isSold ? "/premium" : undefined}
            className={`block py-2.5 text-center text-sm text-gold${isSold ? " underline" : ""}`}
          >
            冒頭30秒です。続きはプレミアム会員の方が聴けます
          </a>
        )}
        <PlaybackNotice trackId={track.id} className="pb-2 text-center text-sm" />
        <div className="player-buttons">
          <SkipButton to="previous" track={track} />
          <SeekButton track={track} seconds={-seekSeconds} />
          <PlayButton track={track} size="player" />
          <SeekButton track={track} seconds={seekSeconds} />
          <SkipButton to="next" track={track} />
        </div>
      </div>
      <PlayerTools track={track}>
        <PlayerLikeButton track={track} isLiked={isLiked} />
      </PlayerTools>
      <p className="flex flex-wrap justify-center gap-x-5 pt-1 text-xs text-muted">
        {track.playCount > 0 && <Count icon="headphones" label="再生" value={track.playCount} />}
        {(track.impressionCount ?? 0) > 0 && (
          <Count icon="eye" label="表示" value={track.impressionCount ?? 0} />
        )}
        <TrialTime />
      </p>
    </>
  );
}

const isPlayed = (playback: Playback | null) => playback !== null && playback.status !== "idle";

function TrialTime() {
  const isDouble = usePlayback(({ rate }) => rate === 2);
  const left = useRemainingTrial();
  if (!isDouble || left === null) return null;
  return <span className="tabular-nums">2.0倍速 残り{left}</span>;
}

const transitionMs = 200;

/**
 * Touch handlers: a swipe up plays the next track, a swipe down the previous one; `leaving` is the direction during the
 * transition. The element needs `touch-pan-x`, or the browser scrolls instead.
 */
function useSwipe() {
  const player = usePlayer();
  const [leaving, setLeaving] = useState<"next" | "previous" | null>(null);
  const start = useRef<{ x: number; y: number; at: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const act = (to: "next" | "previous") => {
    setLeaving(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setLeaving(null);
      player[to]();
    }, transitionMs);
  };
  return {
    leaving,
    handlers: {
      onTouchStart({ touches, timeStamp }: TouchEvent) {
        const touch = touches.length === 1 ? touches[0] : undefined;
        start.current = touch ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null;
      },
      onTouchEnd({ changedTouches, timeStamp }: TouchEvent) {
        const touch = changedTouches[0];
        const from = start.current;
        start.current = null;
        if (!touch || !from) return;
        const to = decideSwipe({
          dx: touch.clientX - from.x,
          dy: touch.clientY - from.y,
          ms: timeStamp - from.at,
          zoom: window.visualViewport?.scale,
        });
        if (to) act(to);
      },
      onTouchCancel() {
        start.current = null;
      },
    },
  };
}

const minDistancePx = 100;
const maxDurationMs = 500;

interface Movement {
  dx: number;
  dy: number;
  ms: number;
  /** Of the page under two fingers: who has enlarged it moves about in it. */
  zoom?: number | undefined;
}

/** The track that a touch movement selects; null when it is no swipe. */
export function decideSwipe({ dx, dy, ms, zoom = 1 }: Movement): "next" | "previous" | null {
  if (zoom > 1 || Math.abs(dy) < minDistancePx || ms >= maxDurationMs || Math.abs(dx) >= Math.abs(dy))
    return null;
  return dy < 0 ? "next" : "previous";
}
