/**
 * The like of a visitor, kept on this device until they have signed in (spec 1 §4, "Sign-in"): one track's id. A device
 * without storage (private mode, full disk) only forgets it.
 */
const key = "pending-like";

export function rememberPendingLike(trackId: number): void {
  try {
    localStorage.setItem(key, String(trackId));
  } catch {
    // As above.
  }
}

/** The track to like, null for none. Asking forgets it, so that it is liked once, however many tabs ask. */
export function takePendingLike(): number | null {
  try {
    const kept = localStorage.getItem(key);
    localStorage.removeItem(key);
    return kept !== null && /^[1-9]\d{0,9}$/.test(kept) ? Number(kept) : null;
  } catch {
    return null;
  }
}
