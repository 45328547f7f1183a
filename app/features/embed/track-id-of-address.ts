/** Every form of a track's address (spec 2 §2, "Track page"), and of its player for other sites. */
const forms = [
  /^\/track\/(\d+)\/?$/,
  /^\/users\/[^/]+\/track\/(\d+)\/?$/,
  /^\/(?!api\/)[^/]+\/track\/(\d+)\/?$/,
];

/** The id of the track that a whole address of this site names; null for any other. `http` and `https` are one site. */
export function trackIdOfAddress(address: string, origin: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(origin).host) return null;
  for (const form of forms) {
    const id = form.exec(url.pathname)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}
