import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from "react";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRemainingTrial } from "#app/features/premium/hooks/use-speed-trial.ts";
import { Cached } from "#app/ui/cached.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Count } from "#app/ui/count.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { copyText } from "#app/ui/share/copy-text.ts";
import { useShareSheet } from "#app/ui/share/use-share-sheet.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import { type PlayableTrack, pageOfTrack } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";
import { SpeedButton } from "../speed/speed-button.tsx";
import { useTrackSlots } from "../track-slots.ts";
import { Marquee } from "./marquee.tsx";
import { PlayButton } from "./play-button.tsx";
import { PlaybackNotice } from "./playback-notice.tsx";
import { PlayerLikeButton, SkipButton } from "./player-buttons.tsx";
import { PlayerCurve } from "./player-curve.tsx";
import { SeekBar } from "./seek-bar.tsx";

interface FullPlayerProps {
  track: PlayableTrack;
  isLiked?: boolean;
  /** Shown below the controls. */
  children?: ReactNode;
  className?: string;
}

/**
 * The player with all controls. A swipe over the curve or the title leads to the next track (up) and the previous one
 * (down); the buttons do the same.
 */
export function FullPlayer({ className, children, ...props }: FullPlayerProps) {
  const content = { ...props, isSold: useIsPremiumSold() };
  const layout = classNames("flex flex-col", className);
  if (!children) return <Cached as="div" className={layout} of={Content} props={content} usesLocation />;
  return (
    <div className={layout}>
      <Content {...content}>{children}</Content>
    </div>
  );
}

interface ContentProps extends Omit<FullPlayerProps, "className"> {
  isSold: boolean;
}

function Content({ track, isLiked, isSold, children }: ContentProps) {
  const { leaving, handlers } = useSwipe();
  return (
    <>
      <div {...handlers} data-swipe className="player-swipe">
        <div
          className={classNames(
            "transition-[opacity,transform]",
            leaving && "opacity-0",
            leaving === "next" && "-translate-y-6",
            leaving === "previous" && "translate-y-6",
          )}
        >
          <div className="player-glow">
            <PlayerCurve track={track} className="relative w-full" />
          </div>
          <div className="text-center">
            <h2 className="text-lg">
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
          // No link without an address, where nothing is sold. A plain one: the page has a content security policy of its own.
          <a
            href={isSold ? "/premium" : undefined}
            className={`block py-2.5 text-center text-sm text-gold${isSold ? " underline" : ""}`}
          >
            冒頭30秒です。続きはプレミアム会員の方が聴けます
          </a>
        )}
        <PlaybackNotice trackId={track.id} className="pb-2 text-center text-sm" />
        <div className="player-buttons">
          <SpeedButton />
          <SkipButton to="previous" />
          <PlayButton track={track} size="player" />
          <SkipButton to="next" />
          <PlayerLikeButton track={track} isLiked={isLiked} className="player-like" />
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
    </>
  );
}

/** The remaining time of the double-speed trial, shown at speed 2. */
function TrialTime() {
  const isDouble = usePlayback(({ rate }) => rate === 2);
  const left = useRemainingTrial();
  if (!isDouble || left === null) return null;
  return <span className="tabular-nums">2.0倍速 残り{left}</span>;
}

/** The less frequent actions. */
function Tools({ track }: { track: PlayableTrack }) {
  const { PlayerBookmarkButton } = useTrackSlots();
  const openSheet = useOpenSheet();
  const isSleepTimerSet = usePlayback(({ sleepTimer }) => sleepTimer !== null);
  const hasQueue = usePlayback(({ queue }) => queue !== null && queue.tracks.length > 1);
  const list = useRef<HTMLUListElement>(null);
  const share = useShareTrack(track);
  return (
    <div className="@container pt-2">
      <ul ref={list} className="player-tools">
        <Tool icon="speed" label="再生速度" onClick={() => openSheet("speed")} />
        <Tool
          icon="moon"
          label={isSleepTimerSet ? "予約中" : "スリープ"}
          isOn={isSleepTimerSet}
          onClick={() => openSheet("sleep")}
        />
        <Tool icon="queue" label="次の音声" isDisabled={!hasQueue} onClick={() => openSheet("queue")} />
        <li>{PlayerBookmarkButton && <PlayerBookmarkButton track={track} className="player-tool" />}</li>
        <Tool
          icon="share"
          label="共有"
          onClick={() => {
            if (list.current) void share(list.current);
          }}
        />
        <li>
          <PlainLink to={`${pageOfTrack(track)}#transcript`} className="player-tool">
            <Icon name="document" />
            台本
          </PlainLink>
        </li>
      </ul>
    </div>
  );
}

function Tool(props: {
  icon: IconName;
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}) {
  const { icon, label, isOn, isDisabled, onClick } = props;
  return (
    <li>
      <button
        type="button"
        disabled={isDisabled}
        onClick={onClick}
        className={classNames("player-tool", isOn && "text-accent")}
      >
        <Icon name={icon} />
        {label}
      </button>
    </li>
  );
}

/** Returns the function that opens the device's share sheet for a track, or copies its URL (`near`: see `copyText`). */
function useShareTrack(track: PlayableTrack): (near: Element) => Promise<void> {
  const { show } = useToast();
  const share = useShareSheet();
  return async (near) => {
    const url = new URL(pageOfTrack(track), location.href).href;
    try {
      if (share) return await share({ title: track.title, url });
    } catch {
      // Falls back to the clipboard.
    }
    if (await copyText(url, near)) show({ tone: "success", title: "リンクをコピーしました" });
    else show({ tone: "error", title: "コピーに失敗しました", description: url });
  };
}

/** Delay between a swipe and its effect, in ms, for the transition. */
const transitionMs = 200;

/**
 * Touch handlers for an element: a swipe up plays the next track, a swipe down the previous one. `leaving` is the
 * direction during the transition. The element needs `touch-pan-x`, or the browser scrolls instead.
 */
export function useSwipe() {
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
        });
        if (to) act(to);
      },
      onTouchCancel() {
        start.current = null;
      },
    },
  };
}

/** A swipe is at least this long, in CSS px, and takes less than this time, in ms. */
const minDistancePx = 100;
const maxDurationMs = 500;

/** The track that a touch movement selects: up the next, down the previous; null when it is not a swipe. */
export function decideSwipe(movement: { dx: number; dy: number; ms: number }): "next" | "previous" | null {
  const { dx, dy, ms } = movement;
  if (Math.abs(dy) < minDistancePx || ms >= maxDurationMs || Math.abs(dx) >= Math.abs(dy)) return null;
  return dy < 0 ? "next" : "previous";
}
