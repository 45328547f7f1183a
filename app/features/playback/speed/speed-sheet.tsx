import { hasDoubleSpeed, useRemainingTrial } from "#app/features/premium/hooks/use-speed-trial.ts";
import { premiumTerms } from "#app/features/premium/premium.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import { rates } from "../playback.ts";
import { ChoiceButton } from "../sheets/choice-button.tsx";
import type { SheetProps } from "../sheets/sheets.tsx";
import { useChooseRate } from "./use-choose-rate.ts";

/** The choice of speeds, with the remaining time of the double-speed trial. */
export function SpeedSheet({ open, onClose }: SheetProps) {
  const rate = usePlayback(({ rate }) => rate);
  const chooseRate = useChooseRate();
  return (
    <Dialog open={open} onClose={onClose} title="再生速度">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {rates.map((option) => (
          <ChoiceButton key={option} isSelected={option === rate} onClick={() => chooseRate(option)}>
            {option}倍
          </ChoiceButton>
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
  const left = useRemainingTrial();
  if (left !== null) {
    return (
      <>
        2.0倍速のおためし：<span className="font-bold text-ink tabular-nums">残り{left}</span>
      </>
    );
  }
  if (hasDoubleSpeed(root, Date.now())) return "どの速度でも、声の高さはそのままです。";
  if (root?.isMember && root.speedTrialEndsAt === null)
    return `2.0倍速は、一度だけ${premiumTerms.trialHours}時間、無料でお試しいただけます。2倍を選ぶと、始める前にご案内します。`;
  return "2.0倍速はプレミアム会員限定機能です。";
}
