import { classNames } from "#app/ui/class-names.ts";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";

/** Plays the next or previous track of the queue. Disabled when there is no other track. */
export function SkipButton({ to, className }: { to: "next" | "previous"; className?: string }) {
  const player = usePlayer();
  const isOnlyTrack = usePlayback(({ queue }) => queue === null || (queue.tracks.length < 2 && !queue.next));
  const label = to === "next" ? "次の音声" : "前の音声";
  return (
    <button
      type="button"
      aria-label={`${label}へ`}
      title={`${label}へ`}
      disabled={isOnlyTrack}
      onClick={() => player[to]()}
      className={classNames("skip-button", iconOnlyClass(to), className)}
    />
  );
}
