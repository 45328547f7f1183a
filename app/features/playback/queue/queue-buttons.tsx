import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";

const rowClass = "-my-3 flex justify-center gap-2 text-sm text-muted";

/** Puts a track into the queue while another one is current, next or last; of the current one, what comes after it. */
export function QueueButtons({ track }: { track: PlayableTrack }) {
  const player = usePlayer();
  const { show } = useToast();
  const openSheet = useOpenSheet();
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
  if (place === "none") return null;
  if (place === "current")
    return (
      <div className={rowClass}>
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
