import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { type Rate, rates } from "../playback.ts";

const key = "playback-rate";

/** Saves the speed. */
export function saveRate(rate: Rate): void {
  writeLocalStorage(key, String(rate));
}

/** The speed last chosen on this device; 1 without one. */
export function readSavedRate(): Rate {
  const saved = Number(readLocalStorage(key));
  return rates.find((rate) => rate === saved) ?? 1;
}

/** The next faster speed; after the fastest the slowest. */
export function nextRate(rate: Rate): Rate {
  return rates[rates.indexOf(rate) + 1] ?? rates[0];
}

/** The next slower speed; the slowest stays. */
export function previousRate(rate: Rate): Rate {
  return rates[rates.indexOf(rate) - 1] ?? rates[0];
}
