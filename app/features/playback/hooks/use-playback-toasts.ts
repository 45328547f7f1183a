import { useEffect } from "react";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { autoplayBlocked, failureMessage } from "../playback-messages.ts";
import { usePlayback } from "./use-player.tsx";

/** Shows toasts for playback errors and blocked autoplay. */
export function usePlaybackToasts(): void {
  const { show } = useToast();
  const failure = usePlayback(({ status, failure }) => (status === "failed" ? failure : null));
  const needsGesture = usePlayback((playback) => playback.needsGesture);
  useEffect(() => {
    if (failure !== null) show(failureMessage(failure));
  }, [failure, show]);
  useEffect(() => {
    if (needsGesture)
      show({ title: "再生ボタンを押してください", description: autoplayBlocked, tone: "info" });
  }, [needsGesture, show]);
}
