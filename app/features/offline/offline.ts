import { dayMs } from "#app/lib/time-units.ts";

export const offlineAudioPath = "/offline-audio";

/** The last permission to play downloads. Epoch ms. */
export interface OfflineLicense {
  checkedAt: number;
  validUntil: number | null;
}

/** Why downloads may not be played; `expired`: not renewed in time. */
export type LicenseProblem = "no-premium" | "expired" | null;

/** How far the device's clock may have been set back since the license was issued, in ms. */
const maxClockErrorMs = dayMs;

/**
 * Downloads play until `validUntil`, which the server sets (a week, never beyond the end of premium). Setting the clock back by
 * more than a day does not extend that. `now`: epoch ms.
 */
export function licenseProblem(license: OfflineLicense | null, now: number): LicenseProblem {
  if (!license) return "expired";
  if (license.validUntil === null) return "no-premium";
  const isValid = now < license.validUntil && now > license.checkedAt - maxClockErrorMs;
  return isValid ? null : "expired";
}
