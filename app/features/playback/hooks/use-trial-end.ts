import { useEffect } from "react";
import { hasDoubleSpeed } from "#app/features/premium/double-speed.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { usePlayback, usePlayer } from "./use-player.tsx";

/** How often it is looked whether the trial has ended, in ms (spec 1 §9). */
const everyMs = 60_000;

/** Takes 2.0x back when the trial ends while the page is open. */
export function useTrialEnd(): void {
  const root = useRootData();
  const player = usePlayer();
  const isDouble = usePlayback(({ rate }) => rate === 2);
  useEffect(() => {
    if (!root || !isDouble) return;
    const timer = setInterval(() => {
      if (!hasDoubleSpeed(root, Date.now())) player.setRate(1.5);
    }, everyMs);
    return () => clearInterval(timer);
  }, [root, isDouble, player]);
}
