/** The screen that lists the downloaded tracks. */
export const offlineAudioPath = "/offline-audio";

/** The server's last permission to play downloaded tracks; times are epoch ms. */
export interface OfflineLicense {
  checkedAt: number;
  /** Null when the member has no premium. */
  validUntil: number | null;
}

/** Why downloads may not be played: no premium, or not renewed in time. Null when they may. */
export type LicenseProblem = "no-premium" | "expired" | null;

/** How far the device's clock may have been set back since the license was issued, in ms. */
const maxClockErrorMs = 24 * 60 * 60 * 1000;

/**
 * Downloads play until `validUntil` (a week after the last renewal, never beyond the end of premium; the server sets
 * it). Setting the clock back by more than a day does not extend that. `now` is epoch ms.
 */
export function licenseProblem(license: OfflineLicense | null, now: number): LicenseProblem {
  if (!license) return "expired";
  if (license.validUntil === null) return "no-premium";
  const isValid = now < license.validUntil && now > license.checkedAt - maxClockErrorMs;
  return isValid ? null : "expired";
}
