import { memo } from "react";
import { Cached } from "#app/ui/cached.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { coverCurve, coverSize, trackCoverStyle } from "./cover-design.ts";
import { coverColours } from "./cover-palettes.ts";

interface TrackCoverProps {
  track: { id: number; labels: readonly string[] };
  className?: string;
}

/** A track's large cover, drawn in the page. Decorative: hidden from assistive technology. */
export const TrackCover = memo(function Cover({ track, className }: TrackCoverProps) {
  const { background, line } = coverColours(track.labels);
  return (
    <Cached
      as="svg"
      viewBox={`0 0 ${coverSize} ${coverSize}`}
      aria-hidden="true"
      fill="none"
      stroke={line}
      strokeLinejoin="round"
      className={classNames("block aspect-square shrink-0 rounded-card", className)}
      of={Drawing}
      props={{ trackId: track.id, background, line }}
    />
  );
});

function Drawing({ trackId, background, line }: { trackId: number; background: string; line: string }) {
  const { path, echo, light } = coverCurve(trackId);
  return (
    <>
      <path d={`M0 0h${coverSize}v${coverSize}H0z`} fill={background} stroke="none" />
      <circle
        cx={light.x}
        cy={light.y}
        r={light.radius}
        fill={line}
        fillOpacity={trackCoverStyle.light}
        stroke="none"
      />
      <path d={echo} strokeWidth={trackCoverStyle.echo.width} strokeOpacity={trackCoverStyle.echo.opacity} />
      <path d={path} strokeWidth={trackCoverStyle.curve} />
    </>
  );
}
