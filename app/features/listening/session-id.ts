const key = "session-id";
let fallback: string | undefined;

/**
 * The random name of this visit (spec 1 §3, "per-session id"), by which a listener counts once. It ends with the tab, and
 * on a device without storage with the page.
 */
export function sessionId(): string {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept) return kept;
    const made = randomName();
    sessionStorage.setItem(key, made);
    return made;
  } catch {
    fallback ??= randomName();
    return fallback;
  }
}

const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
