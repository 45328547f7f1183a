import { useEffect } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import { audioElementCause, audioElementMessage, pressNeeded } from "../playback-messages.ts";

/** Says why a track is not heard, a press or a network that it waits for included; nothing otherwise. */
export function PlaybackTrouble({ trackId, className }: { trackId: number; className?: string }) {
  const trouble = usePlayback(({ track, status, errorCode, needsPress }) => {
    if (track?.id !== trackId) return null;
    if (status === "failed") return audioElementCause(errorCode);
    if (needsPress) return pressNeeded;
    return status === "waiting" ? "通信が途切れました。つながりしだい、続きを再生します。" : null;
  });
  const failed = usePlayback(({ track, status }) => track?.id === trackId && status === "failed");
  if (trouble === null) return null;
  return (
    <p
      role={failed ? "alert" : "status"}
      className={classNames("font-bold", failed ? "text-danger" : "text-muted", className)}
    >
      {trouble}
    </p>
  );
}

/** Tells in passing that sound failed (spec 3 §8), or that the browser wants a press first. */
export function usePlaybackToasts(): void {
  const { show } = useToast();
  const failure = usePlayback(({ status, errorCode }) => (status === "failed" ? errorCode : null));
  const needsPress = usePlayback((playback) => playback.needsPress);
  useEffect(() => {
    if (failure !== null) show(audioElementMessage(failure));
  }, [failure, show]);
  useEffect(() => {
    if (needsPress) show({ title: "再生ボタンを押してください", description: pressNeeded, tone: "info" });
  }, [needsPress, show]);
}
