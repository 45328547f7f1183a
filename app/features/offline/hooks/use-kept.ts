import { useSyncExternalStore } from "react";
import { type Kept, readKept, subscribeToKept } from "../keeper.ts";

const unknown: Kept = { tracks: null, lock: null, keeping: new Map() };

/** What this device keeps and what is being kept; unknown on the server. */
export function useKept(): Kept {
  return useSyncExternalStore(subscribeToKept, readKept, () => unknown);
}
