import { useEffect, useState } from "react";
import { useRootData } from "../shell/use-root-data.ts";
import { remainingTrial } from "./remaining-trial.ts";

/** How often what is left of the trial is shown anew, in ms (spec 1 §9). */
const everyMs = 60_000;

/** What is left of the trial of 2.0x speed in words, anew every minute; null without one, and with premium. */
export function useTrialTime(): string | null {
  const root = useRootData();
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, []);
  if (!root || root.user?.isPremium || now === null) return null;
  return remainingTrial(root.speedTrialEndsAt, now);
}
