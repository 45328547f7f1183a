import { coverOrder, coverSizes } from "../covers/cover.ts";
import { coverPath } from "../covers/cover-path.server.ts";
import { profilePath } from "../people/profile-path.ts";
import type { Track } from "../tracks/track.ts";
import { embedCode, embedSize } from "./embed-code.ts";

/** Of what consumers keep, in seconds. */
const keptS = 3600;

/** What oEmbed tells of a public track (oembed.com §2.3.4.4, "rich"). `maxWidth`, `maxHeight` in pixels. */
export function oembedAnswer(options: {
  track: Track;
  origin: string;
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
}) {
  const {
    track,
    origin,
    maxWidth = Number.POSITIVE_INFINITY,
    maxHeight = Number.POSITIVE_INFINITY,
  } = options;
  const width = Math.min(embedSize.width, maxWidth);
  const height = Math.min(embedSize.height, maxHeight);
  const thumbnail = (["512", "192"] as const).find(
    (size) => coverSizes[size].width <= Math.min(maxWidth, maxHeight),
  );
  return {
    version: "1.0",
    type: "rich",
    title: track.title,
    author_name: track.posterName,
    author_url: origin + profilePath({ id: track.userId, customUserId: track.posterCustomUserId }),
    provider_name: "Mugen",
    provider_url: origin,
    cache_age: keptS,
    html: embedCode({ origin, track, width, height }),
    width,
    height,
    ...(thumbnail
      ? {
          thumbnail_url: origin + coverPath(coverOrder(track, thumbnail)),
          thumbnail_width: coverSizes[thumbnail].width,
          thumbnail_height: coverSizes[thumbnail].height,
        }
      : {}),
  };
}
