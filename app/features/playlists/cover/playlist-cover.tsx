import { Fragment, memo } from "react";
import { coverSize } from "#app/features/covers/cover-design.ts";
import { type CoverTrack, playlistCover, playlistCoverStyle } from "#app/features/covers/playlist-cover.ts";
import { classNames } from "#app/ui/class-names.ts";

interface PlaylistCoverProps {
  tracks: readonly CoverTrack[];
  category: string | undefined;
  className?: string;
}

/** A playlist's cover as SVG. Decorative: hidden from assistive technology. */
export const PlaylistCover = memo(function PlaylistCover({
  tracks,
  category,
  className,
}: PlaylistCoverProps) {
  const { background, waves } = playlistCover({ tracks, category });
  return (
    <svg
      viewBox={`0 0 ${coverSize} ${coverSize}`}
      aria-hidden="true"
      fill="none"
      className={classNames("block aspect-square shrink-0 rounded-card", className)}
    >
      <path d={`M0 0h${coverSize}v${coverSize}H0z`} fill={background} />
      {waves.map(({ path, colour }) => (
        <Fragment key={path}>
          <path d={path} stroke={background} strokeWidth={playlistCoverStyle.gap} />
          <path d={path} stroke={colour} strokeWidth={playlistCoverStyle.wave} />
        </Fragment>
      ))}
    </svg>
  );
});
