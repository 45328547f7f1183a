import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/** Whether the track is current or another one is (`other`), and the function that queues it and shows the result. */
export function useAddToQueue(track: PlayableTrack): {
  place: "none" | "current" | "other";
  add: (verb: "playNext" | "playLast") => Promise<void>;
} {
  const player = usePlayer();
  const { show } = useToast();
  const place = usePlayback(({ track: current, status }) => {
    if (!current) return "none";
    return current.id === track.id ? (status === "idle" ? "none" : "current") : "other";
  });
  const add = async (verb: "playNext" | "playLast") => {
    const outcome = await import("./edit-queue.ts").then(
      (queue) => {
        queue[verb](player, track);
        return {
          tone: "success" as const,
          title: verb === "playNext" ? "次に再生します" : "最後に追加しました",
        };
      },
      () => ({ tone: "error" as const, title: "追加できませんでした" }),
    );
    show(outcome);
  };
  return { place, add };
}

/** While another track is played: puts this one into the queue, next or last. */
export function QueueButtons({ track }: { track: PlayableTrack }) {
  const { place, add } = useAddToQueue(track);
  if (place !== "other") return null;
  return (
    <div className="-mt-3 mb-2 flex justify-center gap-2 text-sm text-muted">
      <button type="button" className="player-tool px-3" onClick={() => void add("playNext")}>
        次に再生
      </button>
      <button type="button" className="player-tool px-3" onClick={() => void add("playLast")}>
        最後に追加
      </button>
    </div>
  );
}
