import { classNames } from "#app/ui/class-names.ts";
import { iconOnlyClass, Spinner } from "#app/ui/icon.tsx";
import { readNewPosition } from "../hooks/playback-positions.ts";
import { usePlayer, useTrackPlayback } from "../hooks/use-player.tsx";
import { isPlaybackActive, type PlayableTrack } from "../playback.ts";
import { useListQueue } from "../queue/list-queue.tsx";

const sizes = {
  row: null,
  cover: "play-cover",
  bar: "size-[48px] text-[20px]",
  player: "size-[72px] text-[28px]",
} as const;

interface PlayButtonProps {
  track: PlayableTrack;
  size?: keyof typeof sizes;
  variant?: "quiet" | "strong";
  /** Seconds at which the listener left the track, as the page knows it: the start where this device knows nothing newer. */
  from?: number | undefined;
  name?: string;
}

/**
 * Plays and pauses a track; within a `ListQueue`, in the list's queue. Hidden without JavaScript: put `<audio controls>` in a
 * `<noscript>` beside it. Before hydration an inline script answers clicks (`early-play-script.server.ts`).
 */
export function PlayButton({
  track,
  size = "row",
  variant = "strong",
  from,
  name = track.title,
}: PlayButtonProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const status = useTrackPlayback(track.id, (playback) => playback?.status ?? "idle");
  const isActive = isPlaybackActive(status);
  const start = from || undefined;
  const play = () => {
    const isCurrent = player.getPlayback().track?.id === track.id;
    player.play(track, {
      queue: readQueue?.(),
      from: isCurrent ? undefined : (readNewPosition(track) ?? start),
    });
  };
  const isLoading = status === "loading" || status === "waiting";
  const label = `「${name}」を${isActive ? "一時停止" : "再生"}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={size === "cover" ? undefined : isActive ? "一時停止" : "再生"}
      data-play={track.id}
      data-from={start}
      onPointerEnter={() => player.preload()}
      onPointerDown={() => player.preload(track)}
      onFocus={() => player.preload()}
      onClick={() => (isActive ? player.pause() : play())}
      className={classNames(
        "play-button",
        (variant === "strong" || isActive) && "play-button-strong",
        !isLoading && iconOnlyClass(isActive ? "pause" : "play"),
        sizes[size],
      )}
    >
      {isLoading && <Spinner />}
    </button>
  );
}
