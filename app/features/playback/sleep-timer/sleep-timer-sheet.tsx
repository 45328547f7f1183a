import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { SleepTimer } from "../playback.ts";
import { ChoiceButton } from "../sheets/choice-button.tsx";
import type { SheetProps } from "../sheets/sheets.tsx";

const minuteOptions = [5, 10, 15, 30, 45, 60] as const;

/** Stops playback after a time or at the end of the track. */
export function SleepTimerSheet({ open, onClose }: SheetProps) {
  const player = usePlayer();
  const sleepTimer = usePlayback(({ sleepTimer }) => sleepTimer);
  const choose = (timer: SleepTimer | null) => {
    player.setSleepTimer(timer);
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="スリープタイマー">
      <p role="status" className="pb-3 text-sm text-muted">
        {statusText(sleepTimer)}
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {minuteOptions.map((minutes) => (
          <ChoiceButton key={minutes} onClick={() => choose({ at: Date.now() + minutes * 60_000 })}>
            {minutes}分後
          </ChoiceButton>
        ))}
      </div>
      <div className="grid gap-2 pt-2 pb-2">
        <ChoiceButton isSelected={sleepTimer === "track-end"} onClick={() => choose("track-end")}>
          この音声が終わったら
        </ChoiceButton>
        {sleepTimer !== null && <ChoiceButton onClick={() => choose(null)}>タイマーを解除する</ChoiceButton>}
      </div>
    </Dialog>
  );
}

function statusText(timer: SleepTimer | null): string {
  if (timer === null) return "再生を自動で止めます。";
  if (timer === "track-end") return "この音声が終わると止まります。";
  const time = new Date(timer.at).toLocaleTimeString("ja-JP", { hour: "numeric", minute: "2-digit" });
  return `${time}に止まります。`;
}
