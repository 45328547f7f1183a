import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Opens the device's share sheet; null where there is none, and before hydration. */
export function useShareSheet(): ((data: ShareData) => Promise<void>) | null {
  const hasSheet = useSyncExternalStore(
    never,
    () => typeof navigator.share === "function",
    () => false,
  );
  return hasSheet ? share : null;
}

/** Rejects on a failure, not when the person cancels. */
async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}
