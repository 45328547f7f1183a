import { useRevalidator } from "react-router";
import { hasDoubleSpeed } from "#app/features/premium/hooks/use-speed-trial.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayer } from "../hooks/use-player.tsx";
import type { Rate } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";

/**
 * Returns the function that sets a speed. For members without premium, choosing 2 starts the 24-hour trial. Visitors,
 * and members whose trial is over, get an explanation and the speed `fallback`, if given.
 */
export function useChooseRate(): (rate: Rate, fallback?: Rate) => void {
  const player = usePlayer();
  const openSheet = useOpenSheet();
  const root = useRootData();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const explain = (fallback: Rate | undefined) => {
    if (fallback !== undefined) player.setRate(fallback);
    openSheet("double-speed");
  };
  const startTrial = async (fallback: Rate | undefined) => {
    const { ok, status } = await fetchJson("POST", "/api/trial/double-speed");
    if (ok) {
      player.setRate(2);
      show({ tone: "success", title: "2.0倍速を24時間お試しいただけます" });
      await revalidate();
    } else if (status >= 400 && status < 500 && status !== 429) explain(fallback);
    else
      show({
        tone: "error",
        title: "2.0倍速にできませんでした",
        description: "接続を確認して、もう一度お試しください。",
      });
  };
  return (rate, fallback) => {
    if (rate !== 2 || hasDoubleSpeed(root, Date.now())) player.setRate(rate);
    else if (root?.isMember && root.speedTrialEndsAt === null) void startTrial(fallback);
    else explain(fallback);
  };
}
