import { hasDoubleSpeed } from "#app/features/premium/hooks/use-speed-trial.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { usePlayer } from "../hooks/use-player.tsx";
import type { Rate } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";

/**
 * Returns the function that sets a speed. Without the right to 2 it sets `fallback`, if given, and opens the sheet about the
 * trial: choosing a speed never starts the trial.
 */
export function useChooseRate(): (rate: Rate, fallback?: Rate) => void {
  const player = usePlayer();
  const openSheet = useOpenSheet();
  const root = useRootData();
  return (rate, fallback) => {
    if (rate !== 2 || hasDoubleSpeed(root, Date.now())) return player.setRate(rate);
    if (fallback !== undefined) player.setRate(fallback);
    openSheet("double-speed");
  };
}
