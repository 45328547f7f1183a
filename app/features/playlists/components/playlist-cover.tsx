import { Fragment, memo } from "react";
import { coverSize } from "#app/features/tracks/cover-curve.ts";
import { classNames } from "#app/ui/class-names.ts";
import { type WovenTrack, weave, weaveLook } from "../weave.ts";

interface PlaylistCoverProps {
  /** Its first tracks that everybody may hear. */
  tracks: readonly WovenTrack[];
  /** The playlist's first category, for one without tracks. */
  category: string | undefined;
  className?: string;
}

/** A playlist's own picture. Decoration: the name beside it is its name. */
export const PlaylistCover = memo(function PlaylistCover({
  tracks,
  category,
  className,
}: PlaylistCoverProps) {
  const { ground, strands } = weave({ tracks, category });
  return (
    <svg
      viewBox={`0 0 ${coverSize} ${coverSize}`}
      aria-hidden="true"
      fill="none"
      className={classNames("block aspect-square shrink-0 rounded-card", className)}
    >
      <path d={`M0 0h${coverSize}v${coverSize}H0z`} fill={ground} />
      {strands.map(({ path, colour }) => (
        <Fragment key={path}>
          <path d={path} stroke={ground} strokeWidth={weaveLook.gap} />
          <path d={path} stroke={colour} strokeWidth={weaveLook.strand} />
        </Fragment>
      ))}
    </svg>
  );
});
