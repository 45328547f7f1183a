import { classNames } from "#app/ui/class-names.ts";
import type { CoveredTrack } from "./cover-address.ts";
import { coverDesign, coverSize, lightOpacity } from "./cover-design.ts";
import { coloursOnGround, coverPaletteOf } from "./cover-palettes.ts";

interface TrackCoverProps {
  track: CoveredTrack;
  /** 0 to 1: how much of the lines is drawn, one after the other; all of them by default. */
  drawn?: number;
  className?: string;
}

/** A track's cover drawn in the page, also in part. Decorative: hidden from assistive technology. */
export function TrackCover({ track, drawn = 1, className }: TrackCoverProps) {
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
      {lines.map(({ path, width, opacity }, index) => (
        <path
          key={path}
          d={path}
          strokeWidth={width}
          strokeOpacity={opacity}
          {...(drawn < 1 && partOf(drawn * lines.length - index))}
        />
      ))}
    </svg>
  );
}

/** A dash as long as the line, moved back by what is not drawn; a little further, as at its very end browsers paint a dot. */
const partOf = (share: number) => ({
  pathLength: 1,
  strokeDasharray: "1 1.1",
  strokeDashoffset: Math.round((1 - Math.min(1, Math.max(0, share))) * 1020) / 1000,
});
