import { useEffect } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import { autoplayBlocked, mediaErrorCause, mediaErrorMessage } from "../playback-messages.ts";

/** Says why a track does not play: an error, blocked autoplay, or a stalled network. Nothing otherwise. */
export function PlaybackNotice({ trackId, className }: { trackId: number; className?: string }) {
  const text = usePlayback(({ track, status, errorCode, needsGesture }) => {
    if (track?.id !== trackId) return null;
    if (status === "failed") return mediaErrorCause(errorCode);
    if (needsGesture) return autoplayBlocked;
    return status === "waiting" ? "通信が途切れました。つながりしだい、続きを再生します。" : null;
  });
  const failed = usePlayback(({ track, status }) => track?.id === trackId && status === "failed");
  if (text === null) return null;
  return (
    <p
      role={failed ? "alert" : "status"}
      className={classNames("font-bold", failed ? "text-danger" : "text-muted", className)}
    >
      {text}
    </p>
  );
}

/** Shows toasts for playback errors and blocked autoplay. */
export function usePlaybackToasts(): void {
  const { show } = useToast();
  const failure = usePlayback(({ status, errorCode }) => (status === "failed" ? errorCode : null));
  const needsGesture = usePlayback((playback) => playback.needsGesture);
  useEffect(() => {
    if (failure !== null) show(mediaErrorMessage(failure));
  }, [failure, show]);
  useEffect(() => {
    if (needsGesture)
      show({ title: "再生ボタンを押してください", description: autoplayBlocked, tone: "info" });
  }, [needsGesture, show]);
}
