import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";

const rowClass = "-mt-3 mb-2 flex justify-center gap-2 text-sm text-muted";

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

/** Puts a track into the queue, next or last. For the current track, shows what comes after it. */
export function QueueButtons({ track }: { track: PlayableTrack }) {
  const openSheet = useOpenSheet();
  const { place, add } = useAddToQueue(track);
  if (place === "none") return null;
  if (place === "current")
    return (
      // A wide window shows the queue itself (`PageQueue`).
      <div className={`${rowClass} wide:hidden`}>
        <button type="button" className="player-tool px-3" onClick={() => openSheet("queue")}>
          次の音声
        </button>
      </div>
    );
  return (
    <div className={rowClass}>
      <button type="button" className="player-tool px-3" onClick={() => void add("playNext")}>
        次に再生
      </button>
      <button type="button" className="player-tool px-3" onClick={() => void add("playLast")}>
        最後に追加
      </button>
    </div>
  );
}
