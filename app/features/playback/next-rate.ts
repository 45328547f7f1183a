import { type Rate, rates } from "./playback.ts";

/** The speed after `rate`; past the last it is the first again (spec 1 §5). */
export function nextRate(rate: Rate): Rate {
  return rates[rates.indexOf(rate) + 1] ?? rates[0];
}

/** The speed before `rate`; the first stays. */
export function previousRate(rate: Rate): Rate {
  return rates[rates.indexOf(rate) - 1] ?? rates[0];
}
