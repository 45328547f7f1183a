/** Reads from the device's storage; null without it (private mode, no browser) and for what was never kept. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps on the device. One that can't remember (private mode, full disk) works without. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As said above.
  }
}

/** Forgets what was kept on the device. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What can't be kept needs no forgetting.
  }
}
