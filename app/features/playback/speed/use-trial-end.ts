import { useEffect } from "react";
import { hasDoubleSpeed } from "#app/features/premium/hooks/use-speed-trial.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";

const checkIntervalMs = 60_000;

/** Sets the speed from 2 to 1.5 when the trial ends while the page is open; checked once a minute. */
export function useTrialEnd(): void {
  const root = useRootData();
  const player = usePlayer();
  const isDouble = usePlayback(({ rate }) => rate === 2);
  useEffect(() => {
    if (!root || !isDouble) return;
    const timer = setInterval(() => {
      if (!hasDoubleSpeed(root, Date.now())) player.setRate(1.5);
    }, checkIntervalMs);
    return () => clearInterval(timer);
  }, [root, isDouble, player]);
}
