/** Reads from localStorage; null without it (private mode, server) and for a missing key. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes to localStorage; does nothing where that fails (private mode, full disk). */
export function writeLocalStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Best effort.
  }
}

/** Removes a key from localStorage. */
export function removeFromLocalStorage(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was written.
  }
}
