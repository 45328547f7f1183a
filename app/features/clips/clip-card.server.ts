import { type TrackCoverSpec, trackCoverSpec } from "#app/features/covers/cover.ts";
import { coverVersion } from "#app/features/covers/cover-path.server.ts";
import { type ClipView, clipPath, clipText } from "./clip.ts";

/** The picture of a clip for link previews: the track's cover with the words of the passage. */
export function clipCardSpec(clip: ClipView): TrackCoverSpec {
  const { trackId: id, labels, authorName, title } = clip;
  return trackCoverSpec(
    { id, labels, title: `「${clipText(clip)}」`, posterName: `${title} ・ ${authorName}` },
    "1200x630",
  );
}

/** Its path. It contains the version, so that answers can be cached for long. */
export const clipCardPath = (clip: ClipView): string =>
  `${clipPath(clip)}/card.png?${new URLSearchParams({ v: coverVersion(clipCardSpec(clip)) })}`;
