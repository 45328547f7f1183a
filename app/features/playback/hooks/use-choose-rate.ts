import { useRevalidator } from "react-router";
import { hasDoubleSpeed } from "#app/features/premium/double-speed.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { useToast } from "#app/ui/toasts.tsx";
import type { Rate } from "../playback.ts";
import { useSheets } from "../sheets.ts";
import { usePlayer } from "./use-player.tsx";

/**
 * Chooses a speed. 2.0 without premium and without a running trial starts the 24 hours (spec 1 §5); who has had them,
 * and visitors, are told what 2.0 needs, and get the speed `otherwise`, if any.
 */
export function useChooseRate(): (rate: Rate, otherwise?: Rate) => void {
  const player = usePlayer();
  const openSheet = useSheets();
  const root = useRootData();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const refuse = (otherwise: Rate | undefined) => {
    if (otherwise !== undefined) player.setRate(otherwise);
    openSheet("double-speed");
  };
  const startTrial = async (otherwise: Rate | undefined) => {
    const { ok, status } = await askServer("POST", "/api/trial/double-speed");
    if (ok) {
      player.setRate(2);
      show({ tone: "success", title: "2.0倍速を24時間お試しいただけます" });
      await revalidate();
    } else if (status >= 400 && status < 500 && status !== 429) refuse(otherwise);
    else
      show({
        tone: "error",
        title: "2.0倍速にできませんでした",
        description: "接続を確認して、もう一度お試しください。",
      });
  };
  return (rate, otherwise) => {
    if (rate !== 2 || hasDoubleSpeed(root, Date.now())) player.setRate(rate);
    else if (root?.isMember && root.speedTrialEndsAt === null) void startTrial(otherwise);
    else refuse(otherwise);
  };
}
