import { classNames } from "#app/ui/class-names.ts";
import { usePlayback } from "./use-player.tsx";

/** Says that a track could not be played; nothing otherwise. A press on play tries again. */
export function PlaybackTrouble({ trackId, className }: { trackId: number; className?: string }) {
  const failed = usePlayback(({ track, status }) => track?.id === trackId && status === "failed");
  if (!failed) return null;
  return (
    <p role="alert" className={classNames("font-bold text-danger", className)}>
      再生できませんでした
    </p>
  );
}
