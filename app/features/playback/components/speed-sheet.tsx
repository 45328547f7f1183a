import { hasDoubleSpeed } from "#app/features/premium/double-speed.ts";
import { useTrialTime } from "#app/features/premium/hooks/use-trial-time.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { useChooseRate } from "../hooks/use-choose-rate.ts";
import { usePlayback } from "../hooks/use-player.tsx";
import { rates } from "../playback.ts";
import type { SheetProps } from "../sheet.ts";
import { Choice } from "./choice.tsx";

/** The four speeds, and what is left of the trial of the fastest. */
export function SpeedSheet({ open, onClose }: SheetProps) {
  const rate = usePlayback(({ rate }) => rate);
  const choose = useChooseRate();
  return (
    <Dialog open={open} onClose={onClose} title="再生速度">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {rates.map((one) => (
          <Choice key={one} isChosen={one === rate} onPress={() => choose(one)}>
            {one}倍
          </Choice>
        ))}
      </div>
      <p className="pt-3 pb-2 text-sm text-muted">
        <DoubleSpeedNote />
      </p>
    </Dialog>
  );
}

function DoubleSpeedNote() {
  const root = useRootData();
  const left = useTrialTime();
  if (left !== null) {
    return (
      <>
        2.0倍速のおためし：<span className="font-bold text-ink tabular-nums">残り{left}</span>
      </>
    );
  }
  if (hasDoubleSpeed(root, Date.now())) return "どの速度でも、声の高さはそのままです。";
  if (root?.isMember && root.speedTrialEndsAt === null)
    return "2.0倍速は、選んでから24時間無料でお試しいただけます。";
  return "2.0倍速はプレミアム会員限定機能です。";
}
