import { readDeviceOwner } from "#app/features/site/device-owner.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { hourMs } from "#app/lib/time-units.ts";

const key = "pending-like";

/** Keeps the one like that waits for the sign-in: a visitor's, or that of the member whose session has just ended. */
export function savePendingLike(trackId: number, now = Date.now()): void {
  writeLocalStorage(key, `${trackId} ${now} ${readDeviceOwner() ?? ""}`);
}

/** Null for none, after an hour, and for a member's that `memberId` did not press: somebody else may have signed in since. */
export function readPendingLike(memberId: string, now = Date.now()): number | null {
  const [trackId, at, owner] = readLocalStorage(key)?.split(" ") ?? [];
  const isTheirs = (!owner || owner === memberId) && now - Number(at) < hourMs;
  return (isTheirs && Number(trackId)) || null;
}

/** Removes it. */
export const forgetPendingLike = () => removeFromLocalStorage(key);
