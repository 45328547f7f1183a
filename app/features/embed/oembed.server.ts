import { profilePath } from "#app/features/accounts/account.ts";
import { type CoverSize, coverSizes, playlistCoverSpec, trackCoverSpec } from "#app/features/covers/cover.ts";
import { coverPath, playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import type { CoverTrack } from "#app/features/covers/playlist-cover.ts";
import type { OwnedPlaylist } from "#app/features/playlists/playlist.ts";
import type { PlaylistAddress } from "#app/features/playlists/server/find-playlist.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { embedCode, embedPath, embedSize, playlistEmbedPath, playlistEmbedSize } from "./embed-code.ts";

const cacheAgeS = 3600;

interface MaxSize {
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
}

/** oEmbed reply for a public track (oembed.com §2.3.4.4, type `rich`). */
export function trackOembed({ track, origin, ...maxSize }: { track: Track; origin: string } & MaxSize) {
  return richOembed({
    origin,
    maxSize,
    path: embedPath(track.id),
    title: track.title,
    author: { id: track.userId, name: track.posterName, customUserId: track.posterCustomUserId },
    size: embedSize,
    thumbnailPath: (size) => coverPath(trackCoverSpec(track, size)),
  });
}

/** oEmbed reply for a public playlist. `coverTracks`: from `findCoverTracks`. */
export function playlistOembed(
  options: { playlist: OwnedPlaylist; coverTracks: readonly CoverTrack[]; origin: string } & MaxSize,
) {
  const { playlist, coverTracks, origin, ...maxSize } = options;
  return richOembed({
    origin,
    maxSize,
    path: playlistEmbedPath(playlist.id),
    title: playlist.name,
    author: playlist.owner,
    size: playlistEmbedSize,
    thumbnailPath: (size) => playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, size)),
  });
}

function richOembed(o: {
  origin: string;
  maxSize: MaxSize;
  path: string;
  title: string;
  author: { id: string; name: string; customUserId: string | null };
  size: { width: number; height: number };
  thumbnailPath: (size: CoverSize) => string;
}) {
  const { origin, path, title, author } = o;
  const { maxWidth = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY } = o.maxSize;
  const width = Math.min(o.size.width, maxWidth);
  const height = Math.min(o.size.height, maxHeight);
  const thumbnail = (["512", "192"] as const).find(
    (size) => coverSizes[size].width <= Math.min(maxWidth, maxHeight),
  );
  return {
    version: "1.0",
    type: "rich",
    title,
    author_name: author.name,
    author_url: origin + profilePath(author),
    provider_name: "Mugen",
    provider_url: origin,
    cache_age: cacheAgeS,
    html: embedCode({ address: origin + path, title, width, height }),
    width,
    height,
    ...(thumbnail
      ? {
          thumbnail_url: origin + o.thumbnailPath(thumbnail),
          thumbnail_width: coverSizes[thumbnail].width,
          thumbnail_height: coverSizes[thumbnail].height,
        }
      : {}),
  };
}

const playlistPatterns = [
  /^\/embed\/playlist\/(?<id>\d+)\/?$/,
  /^\/playlists\/(?<id>\d+)\/?$/,
  /^\/playlists\/(?<userId>[^/]+)\/(?<slug>[^/]+)\/?$/,
  /^\/playlist\/(?<slug>[^/]+)\/?$/,
  /^\/u\/(?<userId>[^/]+)\/(?<slug>[^/]+)\/?$/,
  /^\/(?!api\/)[^/]+\/playlist\/(?<id>\d+)\/?$/,
];

/** What identifies a playlist in an absolute URL of this site; null for any other URL. */
export function parsePlaylistUrl(href: string, origin: string): PlaylistAddress | null {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(origin).host) return null;
  for (const pattern of playlistPatterns) {
    const groups = pattern.exec(url.pathname)?.groups;
    if (groups) return decodeGroups(groups);
  }
  return null;
}

function decodeGroups(groups: Record<string, string | undefined>): PlaylistAddress | null {
  try {
    const { id, slug, userId } = groups;
    const decode = (text: string | undefined) => (text === undefined ? undefined : decodeURIComponent(text));
    return { id, slug: decode(slug), userId: decode(userId) };
  } catch {
    return null;
  }
}

const trackPatterns = [
  /^\/track\/(\d+)\/?$/,
  /^\/users\/[^/]+\/track\/(\d+)\/?$/,
  /^\/(?!api\/)[^/]+\/track\/(\d+)\/?$/,
];

/** The track id in an absolute URL of this site; null for any other URL. */
export function parseTrackUrl(href: string, origin: string): string | null {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(origin).host) return null;
  for (const pattern of trackPatterns) {
    const id = pattern.exec(url.pathname)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}
