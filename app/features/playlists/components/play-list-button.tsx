import { readNewPosition } from "#app/features/playback/hooks/playback-positions.ts";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { isPlaybackActive } from "#app/features/playback/playback.ts";
import { useListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, Spinner } from "#app/ui/icon.tsx";

interface PlayListButtonProps {
  name: string;
  path: string;
  from?: number | undefined;
  /** What a press does, in words; 「再生」 by default. */
  action?: string;
}

/** Plays a list from its first track, resumes or pauses it. Needs a `ListQueue` around it. */
export function PlayListButton({ name, path, from, action = "再生" }: PlayListButtonProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const [first] = readQueue?.().tracks ?? [];
  const status = usePlayback(({ queue, status }) => (queue?.path === path ? status : "idle"));
  const isOn = isPlaybackActive(status);
  const handleClick = () => {
    const { track, queue } = player.getPlayback();
    if (isOn) return player.pause();
    if (track && queue && status !== "idle" && status !== "ended") return player.play(track, { queue });
    const newQueue = readQueue?.();
    const [firstTrack] = newQueue?.tracks ?? [];
    if (newQueue && firstTrack)
      player.play(firstTrack, { queue: newQueue, from: readNewPosition(firstTrack) ?? from });
  };
  return (
    <button
      type="button"
      aria-label={`「${name}」を${isOn ? "一時停止" : action}`}
      // For clicks before hydration.
      data-play={first?.id}
      data-from={from}
      onPointerEnter={() => player.preload()}
      onPointerDown={() => player.preload(readQueue?.().tracks[0])}
      onFocus={() => player.preload()}
      onClick={handleClick}
      className={classNames(
        buttonClass({ size: "large" }),
        "min-w-32 max-rail:flex-1 max-rail:px-4 rail:min-w-40 unscripted:hidden",
      )}
    >
      {status === "loading" || status === "waiting" ? <Spinner /> : <Icon name={isOn ? "pause" : "play"} />}
      {isOn ? "一時停止" : action}
    </button>
  );
}
