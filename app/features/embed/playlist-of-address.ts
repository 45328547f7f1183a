import type { PlaylistAddress } from "#app/features/playlists/server/find-playlist-of-page.server.ts";

/** Every form of a playlist's address (spec 2 §2, "Public playlist detail"), and of its player for other sites. */
const forms = [
  /^\/embed\/playlist\/(?<id>\d+)\/?$/,
  /^\/playlists\/(?<id>\d+)\/?$/,
  /^\/playlists\/(?<userId>[^/]+)\/(?<slug>[^/]+)\/?$/,
  /^\/playlist\/(?<slug>[^/]+)\/?$/,
  /^\/u\/(?<userId>[^/]+)\/(?<slug>[^/]+)\/?$/,
  /^\/(?!api\/)[^/]+\/playlist\/(?<id>\d+)\/?$/,
];

/** What a whole address of this site names a playlist by; null for any other. `http` and `https` are one site. */
export function playlistOfAddress(address: string, origin: string): PlaylistAddress | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(origin).host) return null;
  for (const form of forms) {
    const groups = form.exec(url.pathname)?.groups;
    if (groups) return decoded(groups);
  }
  return null;
}

function decoded(groups: Record<string, string | undefined>): PlaylistAddress | null {
  try {
    const { id, slug, userId } = groups;
    const plain = (text: string | undefined) => (text === undefined ? undefined : decodeURIComponent(text));
    return { id, slug: plain(slug), userId: plain(userId) };
  } catch {
    return null;
  }
}
