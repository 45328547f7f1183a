import type { RootData } from "#app/features/shell/hooks/use-root-data.ts";
import { remainingTrial } from "./remaining-trial.ts";

/** Whether the page may play at 2.0x at `now` (epoch ms): the server's word, until the trial that it knew of ends. */
export function hasDoubleSpeed(
  root: Pick<RootData, "entitlements" | "speedTrialEndsAt" | "user"> | undefined,
  now: number,
): boolean {
  if (!root?.entitlements.doubleSpeed) return false;
  return root.user?.isPremium === true || remainingTrial(root.speedTrialEndsAt, now) !== null;
}
