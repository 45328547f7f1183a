import { keep, recall } from "#app/lib/device-memory.ts";
import { type Rate, rates } from "./playback.ts";

const key = "playback-rate";

export function rememberRate(rate: Rate): void {
  keep(key, String(rate));
}

/** The speed that was chosen last on this device; 1 without one. */
export function recallRate(): Rate {
  const kept = Number(recall(key));
  return rates.find((rate) => rate === kept) ?? 1;
}
