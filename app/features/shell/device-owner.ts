import { forget, keep, recall } from "#app/lib/device-memory.ts";

const key = "device-owner";

/** The member whose things this device may keep; null when nobody's. */
export const recallOwner = (): string | null => recall(key);

export function rememberOwner(userId: string | null): void {
  if (userId === null) forget(key);
  else keep(key, userId);
}
