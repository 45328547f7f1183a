type ClipAudio = Pick<
  HTMLAudioElement,
  "addEventListener" | "removeEventListener" | "pause" | "paused" | "currentTime" | "playbackRate"
>;

const events = ["play", "playing", "waiting", "pause", "timeupdate", "seeked", "ended", "error"];

/**
 * A passage in an audio element, as `reportListening` observes a player: current from the first playback, ended at `end` (s). A
 * timer stops the element there, because positions come only a few times a second.
 */
export function observeClip(audio: ClipAudio, { trackId, end }: { trackId: number; end: number }) {
  let status = "idle";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopAtEnd = () => {
    clearTimeout(timer);
    if (audio.paused) return;
    const leftMs = ((end - audio.currentTime) / audio.playbackRate) * 1000;
    if (leftMs <= 0) audio.pause();
    else timer = setTimeout(stopAtEnd, leftMs);
  };
  const update = ({ type }: { type: string }) => {
    if (audio.paused)
      status = audio.currentTime >= end - 0.05 ? "ended" : status === "idle" ? status : "paused";
    else if (type === "waiting" || type === "error") status = "waiting";
    else if (type !== "play") status = "playing";
    stopAtEnd();
  };
  return {
    getPlayback: () => ({ track: status === "idle" ? null : { id: trackId }, status }),
    /** Returns the function that unsubscribes and cancels the stop at the end. */
    subscribe(listener: () => void): () => void {
      const listen = (event: { type: string }) => {
        update(event);
        listener();
      };
      for (const name of events) audio.addEventListener(name, listen);
      return () => {
        clearTimeout(timer);
        for (const name of events) audio.removeEventListener(name, listen);
      };
    },
  };
}
