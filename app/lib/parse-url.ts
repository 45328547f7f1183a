/** `URL.parse`, which Safari has from 18 on: null for an invalid URL. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
