import { useEffect } from "react";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { autoplayBlocked, mediaErrorMessage } from "../playback-messages.ts";
import { usePlayback } from "./use-player.tsx";

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
