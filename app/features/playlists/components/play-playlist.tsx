import { useListQueue } from "#app/features/playback/components/list-queue.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { isSounding } from "#app/features/playback/playback.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { playlistPath } from "../playlist-path.ts";

/**
 * Plays a playlist from its first track, or goes on with the current one of it; pauses it while it sounds. Stands within
 * the playlist's list.
 */
export function PlayPlaylist({ playlist }: { playlist: { id: number; name: string } }) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const path = playlistPath(playlist);
  const status = usePlayback(({ queue, status }) => (queue?.path === path ? status : "idle"));
  const isOn = isSounding(status);
  const press = () => {
    const { track, queue } = player.getPlayback();
    if (isOn) return player.pause();
    if (track && queue && status !== "idle" && status !== "ended") return player.play(track, { queue });
    const asked = readQueue?.();
    const [firstTrack] = asked?.tracks ?? [];
    if (asked && firstTrack) player.play(firstTrack, { queue: asked });
  };
  return (
    <button
      type="button"
      aria-label={`「${playlist.name}」を${isOn ? "一時停止" : "再生"}`}
      onPointerEnter={() => player.prepare()}
      onPointerDown={() => player.prepare(readQueue?.().tracks[0])}
      onFocus={() => player.prepare()}
      onClick={press}
      className={classNames(
        buttonClass({ size: "large" }),
        "min-w-32 max-rail:flex-1 max-rail:px-4 rail:min-w-40 unscripted:hidden",
      )}
    >
      {status === "loading" || status === "waiting" ? <Spinner /> : <Icon name={isOn ? "pause" : "play"} />}
      {isOn ? "一時停止" : "再生"}
    </button>
  );
}
