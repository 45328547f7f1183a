/** `URL.parse`, which Safari knows from 18 on only: null for what is no address. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
