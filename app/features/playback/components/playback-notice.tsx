import { classNames } from "#app/ui/class-names.ts";
import { usePlayback } from "../hooks/use-player.tsx";
import { autoplayBlocked } from "../playback-messages.ts";

/** Says why a track does not play: an error, blocked autoplay, a stalled network or another device. */
export function PlaybackNotice({ trackId, className }: { trackId: number; className?: string }) {
  const text = usePlayback(({ track, status, failure, needsGesture }) => {
    if (track?.id !== trackId) return null;
    if (status === "failed") return failure?.cause ?? null;
    if (needsGesture) return autoplayBlocked;
    return status === "waiting" ? "音声が届いていません。つながりしだい再生します。" : null;
  });
  const takeOver = usePlayback(({ track, takeOver }) => (track?.id === trackId ? takeOver : null));
  const failed = usePlayback(({ track, status }) => track?.id === trackId && status === "failed");
  if (text === null && !takeOver) return null;
  return (
    <p
      role={failed ? "alert" : "status"}
      className={classNames("font-bold", failed ? "text-danger" : "text-muted", className)}
    >
      {text ?? (
        <button type="button" onClick={takeOver ?? undefined} className="min-h-11 underline">
          別の端末で再生中 · ここで続ける
        </button>
      )}
    </p>
  );
}
