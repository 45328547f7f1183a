/** A channel to the site's other tabs; null in old browsers, and where the browser blocks cookies: Firefox throws. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
