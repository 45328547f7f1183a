import { type CoverSize, coverOrder, coverSizes, playlistCoverOrder } from "#app/features/covers/cover.ts";
import { coverPath, playlistCoverPath } from "#app/features/covers/server/cover-path.server.ts";
import { profilePath } from "#app/features/people/profile-path.ts";
import type { OwnedPlaylist } from "#app/features/playlists/playlist.ts";
import type { WovenTrack } from "#app/features/playlists/weave.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { embedCode, embedPath, embedSize, playlistEmbedPath, playlistEmbedSize } from "../embed-code.ts";

/** Of what consumers keep, in seconds. */
const keptS = 3600;

/** What a consumer of oEmbed has room for, in pixels. */
interface Room {
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
}

/** What oEmbed tells of a public track (oembed.com §2.3.4.4, "rich"). */
export function oembedAnswer({ track, origin, ...room }: { track: Track; origin: string } & Room) {
  return richAnswer({
    origin,
    room,
    path: embedPath(track.id),
    title: track.title,
    author: { id: track.userId, name: track.posterName, customUserId: track.posterCustomUserId },
    size: embedSize,
    thumbnailPath: (size) => coverPath(coverOrder(track, size)),
  });
}

/** The same of a public playlist; `woven`: `listWovenTracks`. */
export function oembedOfPlaylist(
  options: { playlist: OwnedPlaylist; woven: readonly WovenTrack[]; origin: string } & Room,
) {
  const { playlist, woven, origin, ...room } = options;
  return richAnswer({
    origin,
    room,
    path: playlistEmbedPath(playlist.id),
    title: playlist.name,
    author: playlist.owner,
    size: playlistEmbedSize,
    thumbnailPath: (size) => playlistCoverPath(playlist, playlistCoverOrder(playlist, woven, size)),
  });
}

function richAnswer(o: {
  origin: string;
  room: Room;
  path: string;
  title: string;
  author: { id: string; name: string; customUserId: string | null };
  size: { width: number; height: number };
  thumbnailPath: (size: CoverSize) => string;
}) {
  const { origin, path, title, author } = o;
  const { maxWidth = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY } = o.room;
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
    cache_age: keptS,
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
