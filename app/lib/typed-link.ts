/**
 * The address of this site that somebody has typed or copied: a path, or an address with or without `https://` in front. Null for
 * every other site and every other scheme.
 */
export function parseTypedLink(link: string, origin: string): URL | null {
  const { host } = new URL(origin);
  const typed = link.trim();
  const isBare = typed.toLowerCase().startsWith(`${host}/`);
  const url = URL.parse(isBare ? `//${typed}` : typed, origin);
  return url && /^https?:$/.test(url.protocol) && url.host === host ? url : null;
}
