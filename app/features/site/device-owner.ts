import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";

const key = "device-owner";

/** The member whose data this device stores; null for none. */
export const readDeviceOwner = (): string | null => readLocalStorage(key);

/** Null: nobody's. */
export function writeDeviceOwner(userId: string | null): void {
  if (userId === null) removeFromLocalStorage(key);
  else writeLocalStorage(key, userId);
}
