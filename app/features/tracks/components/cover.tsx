import { memo } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { coverColours } from "../cover-colours.ts";
import { coverCurve, coverLook, coverSize } from "../cover-curve.ts";

interface CoverProps {
  track: { id: number; labels: readonly string[] };
  /** Draws the curve's echo too: for covers larger than a thumbnail. */
  large?: boolean;
  className?: string;
}

/** A track's own picture. Decoration: the title beside it is its name. */
export const Cover = memo(function Cover({ track, large, className }: CoverProps) {
  const { ground, line } = coverColours(track.labels);
  const { path, echo, light } = coverCurve(track.id);
  return (
    <svg
      viewBox={`0 0 ${coverSize} ${coverSize}`}
      aria-hidden="true"
      fill="none"
      stroke={line}
      strokeLinejoin="round"
      className={classNames("block aspect-square shrink-0 rounded-card", className)}
    >
      <path d={`M0 0h${coverSize}v${coverSize}H0z`} fill={ground} stroke="none" />
      <circle
        cx={light.x}
        cy={light.y}
        r={light.radius}
        fill={line}
        fillOpacity={coverLook.light}
        stroke="none"
      />
      {large && <path d={echo} strokeWidth={coverLook.echo.width} strokeOpacity={coverLook.echo.opacity} />}
      <path d={path} strokeWidth={large ? coverLook.curve : 3} />
    </svg>
  );
});
