import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";

const rowClass = "-mt-3 mb-2 flex justify-center gap-2 text-sm text-muted";

/**
 * Whether a track is the current one, or another is (`other`) and it can be put into the queue by `add`, which says what came of it.
 */
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

/** Puts a track into the queue while another one is current, next or last; of the current one, what comes after it. */
export function QueueButtons({ track }: { track: PlayableTrack }) {
  const openSheet = useOpenSheet();
  const { place, add } = useAddToQueue(track);
  if (place === "none") return null;
  if (place === "current")
    return (
      // In a wide window the queue itself is seen (`PageQueue`).
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
