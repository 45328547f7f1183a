import { classNames } from "#app/ui/class-names.ts";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { usePlaybackOf, usePlayer } from "../hooks/use-player.tsx";
import { isSounding, type PlayableTrack } from "../playback.ts";
import { useListQueue } from "./list-queue.tsx";

const sizes = {
  row: "size-11 text-base",
  bar: "size-[48px] text-[20px]",
  stage: "size-[72px] text-[28px]",
  large: "size-18 text-[1.75rem]",
} as const;

interface PlayButtonProps {
  track: PlayableTrack;
  size?: keyof typeof sizes;
  /** `quiet` beside many others, `strong` where it is the screen's purpose. */
  look?: "quiet" | "strong";
  /** Where it begins when it is not current, in seconds; where it was left unless told. */
  from?: number | undefined;
  className?: string;
}

/** Plays and pauses one track, in a list with the list as its queue. Not there without JavaScript: put `<audio controls>` in a `<noscript>` beside it. */
export function PlayButton({ track, size = "row", look = "strong", from, className }: PlayButtonProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const status = usePlaybackOf(track.id, (own) => own?.status ?? "idle");
  const isOn = isSounding(status);
  const play = () => {
    const isCurrent = player.getPlayback().track?.id === track.id;
    player.play(track, {
      ...(readQueue && { queue: readQueue() }),
      ...(from && !isCurrent && { from }),
    });
  };
  const label = `「${track.title}」を${isOn ? "一時停止" : "再生"}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={isOn ? "一時停止" : "再生"}
      onPointerEnter={() => player.prepare()}
      onPointerDown={() => player.prepare(track)}
      onFocus={() => player.prepare()}
      onClick={() => (isOn ? player.pause() : play())}
      className={classNames(
        "grid shrink-0 place-items-center rounded-full transition-[background-color,transform] active:scale-95 unscripted:hidden",
        sizes[size],
        look === "strong" || isOn
          ? "bg-accent text-on-accent hover:bg-accent-strong"
          : "bg-sunken text-accent hover:bg-accent hover:text-on-accent",
        className,
      )}
    >
      {status === "loading" || status === "waiting" ? <Spinner /> : <Icon name={isOn ? "pause" : "play"} />}
    </button>
  );
}
