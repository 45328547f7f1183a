import { classNames } from "#app/ui/class-names.ts";
import type { CoveredTrack } from "./cover-address.ts";
import { coverDesign, coverSize, lightOpacity } from "./cover-design.ts";
import { coloursOnGround, coverPaletteOf } from "./cover-palettes.ts";

interface TrackCoverProps {
  track: CoveredTrack;
  className?: string;
}

/** A track's cover drawn in the page, for documents that load nothing. Decorative: hidden from assistive technology. */
export function TrackCover({ track, className }: TrackCoverProps) {
  const palette = coverPaletteOf(track.labels);
  const { ground, lines, light } = coverDesign(track.coverId ?? track.id, palette);
  const { background, line } = coloursOnGround(palette, ground);
  return (
    <svg
      viewBox={`0 0 ${coverSize} ${coverSize}`}
      aria-hidden="true"
      fill="none"
      stroke={line}
      strokeLinejoin="round"
      className={classNames("block aspect-square shrink-0 rounded-card", className)}
    >
      <path d={`M0 0h${coverSize}v${coverSize}H0z`} fill={background} stroke="none" />
      {light && (
        <circle
          cx={light.x}
          cy={light.y}
          r={light.radius}
          fill={line}
          fillOpacity={lightOpacity}
          stroke="none"
        />
      )}
      {lines.map(({ path, width, opacity }) => (
        <path key={path} d={path} strokeWidth={width} strokeOpacity={opacity} />
      ))}
    </svg>
  );
}
