import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Opens the device's share sheet; null where it has none, and until JavaScript runs. */
export function useShareSheet(): ((data: ShareData) => Promise<void>) | null {
  const hasSheet = useSyncExternalStore(
    never,
    () => typeof navigator.share === "function",
    () => false,
  );
  return hasSheet ? share : null;
}

/** Rejects when the device could not share; not when people thought better of it. */
async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}
