import { Dialog } from "#app/ui/dialog.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { Sleep } from "../playback.ts";
import type { SheetProps } from "../sheet.ts";
import { Choice } from "./choice.tsx";

/** Minutes after which the sound ends. */
const times = [5, 10, 15, 30, 45, 60] as const;

/** Ends the sound after a time, or with the track. */
export function SleepSheet({ open, onClose }: SheetProps) {
  const player = usePlayer();
  const sleep = usePlayback(({ sleep }) => sleep);
  const choose = (chosen: Sleep | null) => {
    player.setSleep(chosen);
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="スリープタイマー">
      <p role="status" className="pb-3 text-sm text-muted">
        {wordsFor(sleep)}
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {times.map((minutes) => (
          <Choice key={minutes} onPress={() => choose({ at: Date.now() + minutes * 60_000 })}>
            {minutes}分後
          </Choice>
        ))}
      </div>
      <div className="grid gap-2 pt-2 pb-2">
        <Choice isChosen={sleep === "track-end"} onPress={() => choose("track-end")}>
          この音声が終わったら
        </Choice>
        {sleep !== null && <Choice onPress={() => choose(null)}>タイマーを解除する</Choice>}
      </div>
    </Dialog>
  );
}

function wordsFor(sleep: Sleep | null): string {
  if (sleep === null) return "再生を自動で止めます。";
  if (sleep === "track-end") return "この音声が終わると止まります。";
  const time = new Date(sleep.at).toLocaleTimeString("ja-JP", { hour: "numeric", minute: "2-digit" });
  return `${time}に止まります。`;
}
