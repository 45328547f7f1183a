import { useEffect, useState } from "react";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { forget, keep, recall } from "#app/lib/device-memory.ts";
import { remainingTrial } from "../remaining-trial.ts";

/** How often what is left of the trial is shown anew, in ms (spec 1 §9). */
const everyMs = 60_000;
/** What the device remembers, to be shown where the server can't be asked. It opens nothing. */
const key = "speed-trial-ends-at";

/** What is left of the trial of 2.0x speed in words, anew every minute; null without one, and with premium. */
export function useTrialTime(): string | null {
  const root = useRootData();
  const known = root && (root.user?.isPremium ? null : root.speedTrialEndsAt);
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    if (known) keep(key, known);
    else if (known === null) forget(key);
    const endsAt = known === undefined ? recall(key) : known;
    const look = () => setLeft(remainingTrial(endsAt, Date.now()));
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [known]);
  return left;
}
